package io.sluice.property;

import io.sluice.core.Limit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Limits on one key, and what happens to it. */
public record Story(List<DrawnLimit> limits, long start, List<Step> steps) {
    private static final long TODAY = 1_760_000_000_123_456_789L;

    public static Story draw(Random random, int steps, Limit.Kind... kinds) {
        List<DrawnLimit> limits =
                Stream.of(kinds).map(kind -> DrawnLimit.draw(random, kind)).toList();
        long capacity = limits.stream().mapToLong(DrawnLimit::capacity).min().orElseThrow();
        long start = random.nextBoolean() ? 0 : TODAY + random.nextInt();
        return new Story(
                limits,
                start,
                Stream.generate(() -> Step.draw(random, limits.get(random.nextInt(limits.size())), capacity))
                        .limit(steps)
                        .toList());
    }

    /** The same without some of its steps: long runs of them first. */
    public List<Story> smaller() {
        List<Story> all = new ArrayList<>();
        for (int run = steps.size() / 2; run > 0; run /= 2) {
            for (int from = 0; from + run <= steps.size(); from += run) {
                all.add(without(from, from + run));
            }
        }
        return all;
    }

    private Story without(int from, int to) {
        return new Story(
                limits,
                start,
                IntStream.range(0, steps.size())
                        .filter(i -> i < from || i >= to)
                        .mapToObj(steps::get)
                        .toList());
    }

    Limit[] parsed() {
        return limits.stream().map(DrawnLimit::limit).toArray(Limit[]::new);
    }

    @Override
    public String toString() {
        return limits.stream().map(DrawnLimit::text).toList() + " from " + start + steps;
    }
}
