package io.sluice.redis.failure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads that begin at the same moment, and what they found. */
final class StartTogether {
    private StartTogether() {}

    static <R> List<R> run(int threads, Callable<R> work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Future<R>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                running.add(pool.submit(() -> {
                    start.await();
                    return work.call();
                }));
            }
            List<R> found = new ArrayList<>();
            for (Future<R> one : running) {
                found.add(one.get(1, TimeUnit.MINUTES));
            }
            return found;
        } finally {
            pool.shutdownNow();
        }
    }
}
