package io.sluice.rules;

import io.sluice.rules.match.MatchIndex;
import org.jspecify.annotations.Nullable;

/** Compares what counts for a request with what would count if its path were read in another way. */
final class ReadingCheck {
    private final Snapshot rules;
    private final Attributes request;
    private final Gathered gathered = Gathered.ofThread();

    ReadingCheck(Snapshot rules, Attributes request) {
        this.rules = rules;
        this.request = request;
    }

    /** Whether every rule that counts for the reading counts for the request too, at the same cost or more, and no exemption is gained. */
    boolean covers(PathReading reading) {
        Attributes read = new ReadRequest(request, reading.path());
        if (rules.denies(request)) {
            return true;
        }
        if (rules.denies(read)) {
            return false;
        }
        boolean free = rules.leavesOut(read);
        return free || (!rules.leavesOut(request) && coversRules(reading, read));
    }

    private boolean coversRules(PathReading reading, Attributes read) {
        long[] counting = rules.matching(request, gathered).clone();
        long[] wanted = reading.place() == PathReading.Place.OTHER
                ? rules.matching(read, gathered).clone()
                : rules.matchingByName(read, gathered).clone();
        for (int rule = 0; rule < rules.live().size(); rule++) {
            boolean counts = MatchIndex.contains(counting, rule);
            if (MatchIndex.contains(wanted, rule)
                    && !(counts && costsEnough(rules.live().get(rule), read))) {
                return false;
            }
        }
        return true;
    }

    private boolean costsEnough(LiveRule rule, Attributes read) {
        return rule.price.of(request, gathered) >= rule.price.of(read, gathered);
    }

    /** The same request with another path. */
    private record ReadRequest(Attributes request, String path) implements Attributes {
        @Override
        public @Nullable String get(Attribute attribute) {
            return attribute.kind() == Attribute.Kind.PATH ? path : request.get(attribute);
        }
    }
}
