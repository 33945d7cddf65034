package io.sluice.server.grpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.sluice.rls.RateLimitRequest;
import io.sluice.rls.descriptor.RateLimitDescriptor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests of the form that almost all have: a domain and descriptors of pairs, in ASCII. Generated code makes a dozen objects of such a request, this makes its strings.
 * What is not of that form it does not judge. Can be used again and again by one thread.
 */
final class UsualForm {
    /** In bytes. */
    static final int LONGEST = 4_096;

    private static final int MOST_PAIRS = 16;
    private static final int VARINT = 0;
    private static final int LENGTH = 2;

    private static final int DOMAIN = RateLimitRequest.DOMAIN_FIELD_NUMBER << 3 | LENGTH;
    private static final int DESCRIPTOR = RateLimitRequest.DESCRIPTORS_FIELD_NUMBER << 3 | LENGTH;
    private static final int ADDEND = RateLimitRequest.HITS_ADDEND_FIELD_NUMBER << 3 | VARINT;
    private static final int ENTRY = RateLimitDescriptor.ENTRIES_FIELD_NUMBER << 3 | LENGTH;
    private static final int KEY = RateLimitDescriptor.Entry.KEY_FIELD_NUMBER << 3 | LENGTH;
    private static final int VALUE = RateLimitDescriptor.Entry.VALUE_FIELD_NUMBER << 3 | LENGTH;

    private final byte[] bytes = new byte[LONGEST];
    private final String[] pairs = new String[2 * MOST_PAIRS];
    private int at;
    private boolean usual;

    /** Where the request is to be put. */
    byte[] bytes() {
        return bytes;
    }

    /** The first so many bytes as a request; null if it is not of the usual form, or none at all. */
    @Nullable
    Asked read(int end) {
        at = 0;
        usual = true;
        String domain = "";
        long addend = 0;
        List<Described> descriptors = new ArrayList<>(1);
        while (usual && at < end) {
            switch (bytes[at++]) {
                case DOMAIN -> domain = text(end);
                case DESCRIPTOR -> descriptors.add(descriptor(length(end)));
                case ADDEND -> addend = small(end);
                default -> usual = false;
            }
        }
        return usual ? new Asked(domain, addend, descriptors) : null;
    }

    private Described descriptor(int end) {
        int count = 0;
        while (usual && at < end) {
            if (bytes[at++] != ENTRY || count == pairs.length) {
                usual = false;
            } else {
                entry(length(end), count);
                count += 2;
            }
        }
        return Described.ofPairs(Arrays.copyOf(pairs, count));
    }

    private void entry(int end, int place) {
        pairs[place] = "";
        pairs[place + 1] = "";
        while (usual && at < end) {
            switch (bytes[at++]) {
                case KEY -> pairs[place] = text(end);
                case VALUE -> pairs[place + 1] = text(end);
                default -> usual = false;
            }
        }
    }

    private String text(int most) {
        int end = length(most);
        byte sign = 0;
        for (int i = at; i < end; i++) {
            sign |= bytes[i];
        }
        usual &= sign >= 0;
        String text = new String(bytes, at, end - at, ISO_8859_1);
        at = end;
        return text;
    }

    /** Where that ends which begins behind the length that comes now. */
    private int length(int most) {
        int length = small(most);
        if (length > most - at) {
            usual = false;
            return at;
        }
        return at + length;
    }

    /** A number of two bytes at most. */
    private int small(int most) {
        int low = next(most);
        if (low < 0x80) {
            return low;
        }
        int high = next(most);
        usual &= high < 0x80;
        return (low & 0x7F) | (high << 7);
    }

    private int next(int most) {
        if (at >= most) {
            usual = false;
            return 0;
        }
        return bytes[at++] & 0xFF;
    }
}
