package io.sluice.core.stress;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionResult;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.kotlinx.lincheck.execution.ResultWithClock;
import org.jetbrains.kotlinx.lincheck.util.ValueResult;
import org.jetbrains.lincheck.datastructures.verifier.CachedVerifier;

/**
 * Linearizability where a specification may accept several answers: looks for an order of the operations, not contradicting
 * what was seen to come before what, in which the {@link SequentialSpec} accepts them all.
 */
public final class NeverTooManyVerifier extends CachedVerifier {
    private final SequentialSpec start;

    public NeverTooManyVerifier(Class<?> spec) throws ReflectiveOperationException {
        this.start = (SequentialSpec) spec.getDeclaredConstructor().newInstance();
    }

    @Override
    public boolean verifyResultsImpl(ExecutionScenario scenario, ExecutionResult result) {
        return new Search(scenario.getThreads(), result.getThreadsResultsWithClock()).finds(start);
    }

    /** Where the search stands: how far each thread got, and the state then. */
    private record Place(List<Integer> done, SequentialSpec state) {}

    private static final class Search {
        private final List<List<Actor>> threads;
        private final List<List<ResultWithClock>> results;
        private final Set<Place> deadEnds = new HashSet<>();

        Search(List<List<Actor>> threads, List<List<ResultWithClock>> results) {
            this.threads = threads;
            this.results = results;
        }

        boolean finds(SequentialSpec start) {
            return reachesEnd(threads.stream().map(t -> 0).toList(), start);
        }

        private boolean reachesEnd(List<Integer> done, SequentialSpec state) {
            if (remaining(done) == 0) {
                return true;
            }
            if (!deadEnds.add(new Place(done, state))) {
                return false;
            }
            for (int t = 0; t < threads.size(); t++) {
                SequentialSpec next = mayBeNext(t, done) ? step(t, done.get(t), state) : null;
                if (next != null && reachesEnd(oneMore(done, t), next)) {
                    return true;
                }
            }
            return false;
        }

        private int remaining(List<Integer> done) {
            int left = 0;
            for (int t = 0; t < threads.size(); t++) {
                left += threads.get(t).size() - done.get(t);
            }
            return left;
        }

        /** Whether everything that had ended before this operation began is done. */
        private boolean mayBeNext(int thread, List<Integer> done) {
            if (done.get(thread) >= threads.get(thread).size()) {
                return false;
            }
            var seen = results.get(thread).get(done.get(thread)).getClockOnStart();
            for (int t = 0; t < threads.size(); t++) {
                if (done.get(t) < seen.get(t)) {
                    return false;
                }
            }
            return true;
        }

        private SequentialSpec step(int thread, int operation, SequentialSpec state) {
            Actor actor = threads.get(thread).get(operation);
            Object answer = results.get(thread).get(operation).getResult() instanceof ValueResult value
                    ? value.getValue()
                    : null;
            return state.after(actor.getMethod().getName(), Objects.requireNonNull(actor.getArguments()), answer);
        }

        private static List<Integer> oneMore(List<Integer> done, int thread) {
            Integer[] next = done.toArray(new Integer[0]);
            next[thread]++;
            return List.of(next);
        }
    }
}
