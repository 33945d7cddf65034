package io.sluice.redis.script;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** The local time of a zone, in the spans between which clocks are put forward or back: what {@code fixed_window.lua} finds windows by. */
final class LocalTime {
    private static final long MICROS = 1_000_000;
    private static final long NANOS = 1_000_000_000;
    /** Before and after everything that scripts know. */
    private static final long END_OF_TIME = 1L << 52;

    private final ZoneRules rules;
    /** The number of the window that holds a time, in nanoseconds. */
    private final LongUnaryOperator window;

    LocalTime(ZoneRules rules, LongUnaryOperator window) {
        this.rules = rules;
        this.window = window;
    }

    /** Between two changes. */
    record Span(long from, long until, long offset, long leastWindow) {}

    /** Those that hold some of this time. */
    void write(Arguments to, TimeSpan time) {
        List<Span> spans = isUtc() ? List.of() : spans(time);
        to.add(spans.size());
        for (Span span : spans) {
            to.add(span.from).add(span.until).add(span.offset).add(span.leastWindow);
        }
    }

    private boolean isUtc() {
        return rules.isFixedOffset() && rules.getOffset(Instant.EPOCH).equals(ZoneOffset.UTC);
    }

    private List<Span> spans(TimeSpan time) {
        List<Span> spans = new ArrayList<>();
        Instant from = instant(time.from());
        ZoneOffsetTransition begin = rules.previousTransition(from.plusNanos(1));
        while (true) {
            ZoneOffsetTransition end =
                    begin == null ? rules.nextTransition(from) : rules.nextTransition(begin.getInstant());
            Span span = span(begin, end);
            spans.add(span);
            if (end == null || span.until > time.until()) {
                return spans;
            }
            begin = end;
        }
    }

    private Span span(@Nullable ZoneOffsetTransition begin, @Nullable ZoneOffsetTransition end) {
        ZoneOffset offset = begin != null
                ? begin.getOffsetAfter()
                : end != null ? end.getOffsetBefore() : rules.getOffset(Instant.EPOCH);
        return new Span(
                begin == null ? -END_OF_TIME : micros(begin),
                end == null ? END_OF_TIME : micros(end),
                offset.getTotalSeconds() * MICROS,
                leastWindow(begin));
    }

    /** Where clocks were put back, the window that holds the last moment before goes on. */
    private long leastWindow(@Nullable ZoneOffsetTransition begin) {
        if (begin == null || !begin.isOverlap()) {
            return -END_OF_TIME;
        }
        return window.applyAsLong(begin.toEpochSecond() * NANOS - 1);
    }

    private static long micros(ZoneOffsetTransition transition) {
        return transition.toEpochSecond() * MICROS;
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
