package io.sluice.benchmarks.soak;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What came of a run.
 *
 * @param early what the server held when everything was warm; null if it ended before
 * @param late what it held in the end; null if it had ended before
 * @param versions of the rule file
 */
record SoakReport(
        Outcomes outcomes, @Nullable Held early, @Nullable Held late, int versions, int deaths) {
    private static final Set<String> FINE =
            Set.of("200", "429", "left", "check 200", "authorize 200", "authorize 429", "allowed", "refused");

    /** What should not have happened; empty if all is well. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        outcomes.all()
                .forEach((client, counts) -> counts.forEach((outcome, count) -> {
                    if (!FINE.contains(outcome)) {
                        problems.add(client + ": " + count + " x " + outcome);
                    }
                }));
        if (early == null || late == null) {
            problems.add("the server has ended");
        } else if (late.isMuchMoreThan(early)) {
            problems.add("the server has grown from " + early + " to " + late);
        }
        return problems;
    }

    void print(PrintStream out) {
        out.printf("%-12s %-16s %12s%n", "client", "outcome", "times");
        for (Map.Entry<String, Map<String, Long>> client : outcomes.all().entrySet()) {
            client.getValue()
                    .forEach((outcome, count) -> out.printf("%-12s %-16s %,12d%n", client.getKey(), outcome, count));
        }
        out.println();
        out.println("early  " + early);
        out.println("late   " + late);
        out.println("rules  " + versions + " versions, one in four of them with a mistake");
        out.println("Redis  died " + deaths + " times");
        problems().forEach(problem -> out.println("WRONG  " + problem));
    }
}
