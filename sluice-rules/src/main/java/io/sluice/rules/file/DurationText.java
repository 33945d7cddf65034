package io.sluice.rules.file;

import io.sluice.rules.file.Node.Scalar;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code 100ms}, {@code 15m} or {@code 1.5h}: the units are those of limits. */
public final class DurationText {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{1,9})?)\\s*([a-zA-Z]+)");
    private static final Duration LEAST = Duration.ofNanos(1_000);
    private static final Duration MOST = Duration.ofDays(366);

    private final Problems problems;

    DurationText(Problems problems) {
        this.problems = problems;
    }

    Duration read(@Nullable Scalar text, Duration otherwise) {
        if (text == null) {
            return otherwise;
        }
        Duration read = parse(text.value());
        if (read == null) {
            problems.error(text.place(), text.shown() + " is no duration", "write 100ms, 5s, 15m, 2h or 1d");
            return otherwise;
        }
        if (read.compareTo(LEAST) < 0 || read.compareTo(MOST) > 0) {
            problems.error(text.place(), text.shown() + " is out of range", "a duration is 1us to 366d");
            return otherwise;
        }
        return read;
    }

    /** The same from elsewhere than a rule file; null if the text is no duration from 1us to 366d. */
    public static @Nullable Duration of(String text) {
        Duration read = parse(text);
        return read == null || read.compareTo(LEAST) < 0 || read.compareTo(MOST) > 0 ? null : read;
    }

    private static @Nullable Duration parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        long unit = form.matches() ? nanos(form.group(2).toLowerCase(Locale.ROOT)) : 0;
        return unit == 0 ? null : inNanos(new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(unit)));
    }

    private static Duration inNanos(BigDecimal nanos) {
        return nanos.compareTo(BigDecimal.valueOf(MOST.toNanos())) > 0
                ? MOST.plusDays(1)
                : Duration.ofNanos(nanos.longValue());
    }

    /** 0 if there is no such unit. */
    private static long nanos(String unit) {
        return switch (unit) {
            case "ns", "nano", "nanos", "nanosecond", "nanoseconds" -> 1;
            case "us", "micro", "micros", "microsecond", "microseconds" -> 1_000;
            case "ms", "milli", "millis", "millisecond", "milliseconds" -> 1_000_000;
            case "s", "sec", "secs", "second", "seconds" -> 1_000_000_000;
            case "m", "min", "mins", "minute", "minutes" -> 60_000_000_000L;
            case "h", "hr", "hrs", "hour", "hours" -> 3_600_000_000_000L;
            case "d", "day", "days" -> 86_400_000_000_000L;
            default -> 0;
        };
    }
}
