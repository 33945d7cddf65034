package io.sluice.rules.file;

import io.sluice.rules.file.Node.Scalar;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code 16KB}: bytes, in units of 1024. */
final class SizeText {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})\\s*(B|KB|MB|GB)");

    private SizeText() {}

    /** Null if nothing is said. */
    static @Nullable Long read(@Nullable Scalar text, long least, long most, Problems problems) {
        if (text == null) {
            return null;
        }
        Matcher form = FORM.matcher(text.value().strip().toUpperCase(Locale.ROOT));
        if (!form.matches()) {
            problems.error(text.place(), text.shown() + " is no size", "write 512B, 16KB or 1MB");
            return null;
        }
        long size = Long.parseLong(form.group(1)) << shift(form.group(2));
        if (size < least || size > most) {
            problems.error(
                    text.place(), text.shown() + " is out of range", "write " + shown(least) + " to " + shown(most));
            return null;
        }
        return size;
    }

    private static int shift(String unit) {
        return switch (unit) {
            case "KB" -> 10;
            case "MB" -> 20;
            case "GB" -> 30;
            default -> 0;
        };
    }

    private static String shown(long size) {
        if (size % (1 << 30) == 0) {
            return (size >> 30) + "GB";
        }
        return size % (1 << 20) == 0 ? (size >> 20) + "MB" : size % 1024 == 0 ? (size >> 10) + "KB" : size + "B";
    }
}
