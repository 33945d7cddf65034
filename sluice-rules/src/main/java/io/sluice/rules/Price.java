package io.sluice.rules;

import io.sluice.core.Limit;
import io.sluice.rules.match.Matcher;
import io.sluice.rules.match.PathIndex;
import io.sluice.rules.match.PathPattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A {@link Cost}, made ready: how many permits a request takes. */
interface Price {
    long of(Attributes attributes, Gathered scratch);

    static Price of(Cost cost, PathSettings paths) {
        if (cost instanceof Cost.ByPath byPath) {
            return new ByPath(byPath, paths);
        }
        if (cost instanceof Cost.Said said) {
            return (attributes, scratch) -> {
                long number = number(attributes.get(said.attribute()));
                return number == NO_NUMBER ? said.otherwise() : clamped(number, said.least(), said.most());
            };
        }
        long permits = cost instanceof Cost.Fixed fixed ? fixed.permits() : ((Cost.Answered) cost).estimate();
        return (attributes, scratch) -> permits;
    }

    long NO_NUMBER = Long.MIN_VALUE;

    /** A whole number, as large as there are permits at most; {@link #NO_NUMBER} for anything else. */
    static long number(@Nullable String text) {
        String digits = text == null ? "" : text.strip();
        boolean negative = digits.startsWith("-");
        int from = negative ? 1 : 0;
        if (from == digits.length()) {
            return NO_NUMBER;
        }
        long number = 0;
        for (int i = from; i < digits.length(); i++) {
            char c = digits.charAt(i);
            if (c < '0' || c > '9') {
                return NO_NUMBER;
            }
            number = Math.min(Limit.MOST_PERMITS, number * 10 + (c - '0'));
        }
        return negative ? -number : number;
    }

    static long clamped(long number, long least, long most) {
        return Math.max(least, Math.min(most, number));
    }

    /** The most specific pattern that covers the path, found by one walk along it. */
    final class ByPath implements Price {
        private final List<Cost.Priced> priced;
        private final List<Set<String>> methods;
        private final PathIndex index;
        private final long otherwise;

        ByPath(Cost.ByPath cost, PathSettings paths) {
            this.priced = cost.paths().stream()
                    .sorted(Comparator.comparing(Cost.Priced::path, PathPattern.mostSpecificFirst())
                            .thenComparing(one -> one.method().isEmpty()))
                    .toList();
            this.methods = priced.stream()
                    .map(one -> one.method().isEmpty() ? Set.<String>of() : Set.of(one.method()))
                    .toList();
            this.index = PathIndex.of(
                    new ArrayList<>(priced.stream().map(Cost.Priced::path).toList()), paths);
            this.otherwise = cost.otherwise();
        }

        @Override
        public long of(Attributes attributes, Gathered scratch) {
            String path = attributes.get(Attribute.PATH);
            if (path == null) {
                return otherwise;
            }
            long[] found = scratch.bits(priced.size());
            index.find(path, found, scratch.walk);
            for (int word = 0; word < found.length; word++) {
                for (long left = found[word]; left != 0; left &= left - 1) {
                    int i = (word << 6) + Long.numberOfTrailingZeros(left);
                    if (Matcher.takesMethod(methods.get(i), attributes)) {
                        return priced.get(i).permits();
                    }
                }
            }
            return otherwise;
        }
    }
}
