package io.sluice.benchmarks.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What happened in an {@link Overload}, and what it amounts to. */
final class Story {
    private final long begin;
    private final long killed;
    private final long back;
    private final long settled;
    private final long end;
    private final List<Grant> grants = new ArrayList<>();
    private final TreeMap<Long, Long> fallbacks = new TreeMap<>();
    private long asked;
    private long failed;
    private long longestMicros;

    /** Moments in microseconds that all processes share. */
    Story(long begin, long killed, long back, long settled, long end) {
        this.begin = begin;
        this.killed = killed;
        this.back = back;
        this.settled = settled;
        this.end = end;
    }

    /** What one process tells. */
    void add(List<Grant> more, long askedFor, long failures, long longest) {
        grants.addAll(more);
        asked += askedFor;
        failed += failures;
        longestMicros = Math.max(longestMicros, longest);
    }

    void addFallbacks(long time, long count) {
        fallbacks.merge(time, count, Long::sum);
    }

    long asked() {
        return asked;
    }

    long failed() {
        return failed;
    }

    long longestMicros() {
        return longestMicros;
    }

    /**
     * Redis that comes back has forgotten everything, and while some processes still decide by themselves others ask it again:
     * for that time both together may give what each may.
     */
    List<Phase> phases() {
        return List.of(
                phase("Redis up", begin, killed, 1),
                phase("Redis down", killed, back, 1),
                phase("Redis coming back", back, settled, 2),
                phase("Redis up again", settled, end, 1));
    }

    private Phase phase(String name, long from, long until, int times) {
        List<Grant> within =
                grants.stream().filter(grant -> grant.isWithin(from, until)).toList();
        double seconds = (until - from) / 1e6;
        double most = times * (Overload.LOAD.burst() + Overload.PER_SECOND * seconds);
        long excess = Grant.excess(within, times * Overload.LOAD.burst(), times * Overload.PER_SECOND);
        return new Phase(name, seconds, within.size(), most, excess, fallbacks(from, until));
    }

    private long fallbacks(long from, long until) {
        Map<Long, Long> within = fallbacks.subMap(from, until);
        return within.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * A part of the story.
     *
     * @param most permits that would be right for its whole length
     * @param excess by which its worst interval exceeds what would be right for that
     * @param fallbacks decisions made without Redis, allowed or refused
     */
    record Phase(String name, double seconds, long granted, double most, long excess, long fallbacks) {
        /** If so, the machine was too busy for the time that a decision may take. */
        boolean disturbed() {
            return name.startsWith("Redis up") && fallbacks > 0;
        }
    }
}
