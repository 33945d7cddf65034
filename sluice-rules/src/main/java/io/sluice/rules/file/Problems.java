package io.sluice.rules.file;

import io.sluice.rules.file.RuleFile.Problem;
import io.sluice.rules.file.RuleFile.Problem.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with a file; nobody reads more than the first hundred. */
final class Problems {
    private static final int MOST = 100;

    private final String file;
    private final List<Problem> found = new ArrayList<>();

    Problems(String file) {
        this.file = file;
    }

    void error(Place place, String what, String right) {
        Problem problem = new Problem(Severity.ERROR, file, place.line(), place.column(), what, right);
        if (found.size() < MOST && !found.contains(problem)) {
            found.add(problem);
        }
    }

    /** Of what another reader threw: {@code what is wrong; what would be right}. */
    void error(Place place, Exception thrown) {
        String message = String.valueOf(thrown.getMessage());
        int split = message.indexOf("; ");
        error(place, split < 0 ? message : message.substring(0, split), split < 0 ? "" : message.substring(split + 2));
    }

    boolean none() {
        return found.isEmpty();
    }

    /** In the order of the file. */
    List<Problem> all() {
        return found.stream()
                .sorted(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column))
                .toList();
    }
}
