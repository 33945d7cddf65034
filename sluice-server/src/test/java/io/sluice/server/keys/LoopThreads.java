package io.sluice.server.keys;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** Threads of event loops in this process, by their names. */
record LoopThreads(Set<Thread> threads) {
    static LoopThreads now() {
        return new LoopThreads(Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("sluice-\\d+-\\d+"))
                .collect(Collectors.toSet()));
    }

    LoopThreads without(LoopThreads others) {
        return new LoopThreads(threads.stream()
                .filter(thread -> !others.threads.contains(thread))
                .collect(Collectors.toSet()));
    }

    /** Whether any of them is within a class whose name begins like this. */
    boolean areIn(String classes) {
        return threads.stream()
                .flatMap(thread -> Arrays.stream(thread.getStackTrace()))
                .anyMatch(frame -> frame.getClassName().startsWith(classes));
    }
}
