package io.sluice.core.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that begin at the same moment, and what they found. */
public final class StartTogether {
    private StartTogether() {}

    /** A thread's work; threads are numbered from 0. */
    @FunctionalInterface
    public interface Work<R> {
        R run(int thread) throws Exception;
    }

    /** Runs the work once in each thread and collects the answers. What one throws is thrown. */
    public static <R> List<R> run(int threads, Work<R> work) {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Future<R>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                running.add(pool.submit(() -> {
                    start.await();
                    return work.run(thread);
                }));
            }
            return answers(running);
        } finally {
            pool.shutdownNow();
        }
    }

    /** The sum of what the threads counted. */
    public static long sum(int threads, Work<Long> work) {
        return run(threads, work).stream().mapToLong(Long::longValue).sum();
    }

    private static <R> List<R> answers(List<Future<R>> running) {
        List<R> answers = new ArrayList<>();
        for (Future<R> one : running) {
            try {
                answers.add(one.get());
            } catch (ExecutionException e) {
                throw new AssertionError(e.getCause());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        return answers;
    }
}
