package io.sluice.redis.script;

import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The names of counters under one set of limits. No two keys have the same name. */
final class LimitNames {
    /** A longer tag is cut, and a hash of all of it put where it was cut. */
    private static final int LONGEST_TAG = 200;

    private static final int READABLE = 100;
    /** Nowhere else is a percent sign followed by this. */
    private static final String CUT = "%~";

    private static final int FINGERPRINT_DIGITS = 4;
    private static final int HASH_BYTES = 16;
    private static final int HASH_DIGITS = 22;

    private final byte[] prefix;
    private final byte[] name;
    private final byte[] fingerprint;

    LimitNames(String prefix, LimitSet limits) {
        this.prefix = Bytes.of(prefix + "{");
        this.name = Bytes.of(KeyText.ofName(limits.name()) + "|");
        this.fingerprint = Bytes.of("}:" + fingerprint(limits));
    }

    private static String fingerprint(LimitSet limits) {
        String text = limits.limits().stream().map(Limit::toString).collect(Collectors.joining("; "));
        return Base62.of(Scripts.digest("SHA-256", Bytes.of(text)), FINGERPRINT_DIGITS);
    }

    byte[] counters(String key) {
        return name(key, new byte[0]);
    }

    /** The log of the limit that has this index among the limits. */
    byte[] log(String key, int index) {
        return name(key, Bytes.of(":" + index));
    }

    private byte[] name(String key, byte[] suffix) {
        byte[] text = KeyText.ofKey(key);
        if (name.length + text.length > LONGEST_TAG) {
            return joined(prefix, cut(joined(name, text)), fingerprint, suffix);
        }
        return joined(prefix, name, text, fingerprint, suffix);
    }

    private static byte[] cut(byte[] tag) {
        byte[] hash = Arrays.copyOf(Scripts.digest("SHA-256", tag), HASH_BYTES);
        int end = READABLE;
        while (isInsideCharacter(tag[end])) {
            end--;
        }
        return joined(Arrays.copyOf(tag, end), Bytes.of(CUT + Base62.of(hash, HASH_DIGITS)));
    }

    private static boolean isInsideCharacter(byte utf8) {
        return (utf8 & 0xC0) == 0x80;
    }

    private static byte[] joined(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream(length);
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
