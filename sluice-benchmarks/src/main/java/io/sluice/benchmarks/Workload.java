package io.sluice.benchmarks;

import java.util.Random;
import java.util.function.Predicate;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The keys, and the order in which they are asked about: the same for every contender.
 *
 * <p>A request brings its own string, equal to the one a map keeps but not the same object, as it would in a server. These strings lie
 * in memory in the order of the requests, so that reading them costs little beside the decision.
 */
@State(Scope.Benchmark)
public class Workload {
    private static final long SEED = 20_260_101;

    @Param({"100000", "1000000"})
    public int keys;

    @Param
    public Traffic traffic = Traffic.ALLOWED;

    @Param("SHORT")
    public Spelling spelling = Spelling.SHORT;

    /** So many that the sequence does not repeat while a cache remembers it. */
    int draws = 1 << 22;

    private String[] names = {};
    private String[] requests = {};
    private double tolerated;

    @Setup
    public void makeKeys() {
        names = names(keys, spelling);
        requests = draw(names, draws);
    }

    static String[] names(int keys, Spelling spelling) {
        String[] names = new String[keys];
        for (int i = 0; i < keys; i++) {
            names[i] = spelling.name(i);
        }
        return names;
    }

    /** Keys drawn independently, each as likely as any other. */
    private static String[] draw(String[] names, int draws) {
        Random random = new Random(SEED);
        String[] drawn = new String[draws];
        for (int i = 0; i < draws; i++) {
            drawn[i] = new String(names[random.nextInt(names.length)].toCharArray());
        }
        return drawn;
    }

    /**
     * Lets a limiter that keeps no more than so many keys forget this part of them on average. Which keys meet in one place is chance, so it may be five deviations more: of few keys a
     * larger part.
     */
    void tolerate(double part) {
        tolerated = part + 5 * Math.sqrt(part / keys);
    }

    double tolerated() {
        return tolerated;
    }

    String[] requests() {
        return requests;
    }

    /** Makes every key known, and uses its permit up if it has only one. Fails unless the right number is granted. */
    void introduce(Predicate<String> tryAcquire) {
        long granted = ask(tryAcquire) + ask(tryAcquire);
        Tally.expect("in the setup", granted, traffic.passes() ? 2L * keys : keys, tolerated * keys);
    }

    private long ask(Predicate<String> tryAcquire) {
        long granted = 0;
        for (String name : names) {
            granted += tryAcquire.test(name) ? 1 : 0;
        }
        return granted;
    }
}
