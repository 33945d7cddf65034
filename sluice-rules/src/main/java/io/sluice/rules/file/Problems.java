package io.sluice.rules.file;

import io.sluice.rules.file.RuleFile.Problem;
import io.sluice.rules.file.RuleFile.Problem.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Collects what is wrong with a file; nobody reads more than the first hundred. */
final class Problems {
    private static final int MOST = 100;

    private final String file;
    private final List<Problem> found = new ArrayList<>();
    /** What is hardly meant, said only where nothing is wrong. */
    private final List<Problem> doubts = new ArrayList<>();

    Problems(String file) {
        this.file = file;
    }

    void error(Place place, String what, String right) {
        add(Severity.ERROR, place, what, right);
    }

    void warning(Place place, String what, String right) {
        add(Severity.WARNING, place, what, right);
    }

    /** A warning that is kept back where the file has errors: they may be its cause. */
    void doubt(Place place, String what, String right) {
        Problem problem = new Problem(Severity.WARNING, file, place.line(), place.column(), what, right);
        if (doubts.size() < MOST && !doubts.contains(problem)) {
            doubts.add(problem);
        }
    }

    private void add(Severity severity, Place place, String what, String right) {
        Problem problem = new Problem(severity, file, place.line(), place.column(), what, right);
        if (found.size() < MOST && !found.contains(problem)) {
            found.add(problem);
        }
    }

    /** Of what another reader threw: {@code what is wrong; what would be right}, or several lines of that. */
    void error(Place place, Exception thrown) {
        String.valueOf(thrown.getMessage()).lines().forEach(message -> {
            int split = message.indexOf("; ");
            String right = split < 0 ? "" : message.substring(split + 2);
            error(place, split < 0 ? message : message.substring(0, split), right);
        });
    }

    boolean hasErrors() {
        return found.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
    }

    /** Errors first, in the order of the file. */
    List<Problem> all() {
        Stream<Problem> kept = hasErrors() ? Stream.empty() : doubts.stream();
        return Stream.concat(found.stream(), kept)
                .sorted(Comparator.comparing(Problem::severity)
                        .thenComparingInt(Problem::line)
                        .thenComparingInt(Problem::column))
                .toList();
    }
}
