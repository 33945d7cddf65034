package io.sluice.benchmarks;

import java.util.Map;

/** One contender in one scenario, and the benchmark method that measures it. */
record Trial(String scenario, String contender, String method, int threads, Map<String, String> params) {
    /** What {@code --only} is matched against. */
    String name() {
        return scenario + ": " + contender;
    }

    /** For JMH, which finds benchmarks by regular expression. */
    String include() {
        return "^" + getClass().getPackageName().replace(".", "\\.") + "\\." + method.replace(".", "\\.") + "$";
    }
}
