package io.sluice.redis.failure;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Question;
import io.sluice.core.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A shared store that does what a test says; at first it works. */
final class FakeRemote implements Store {
    private final Clock clock;
    private final Store working;
    private final List<CompletableFuture<Answer>> unanswered = new ArrayList<>();
    private final List<String> forgotten = new ArrayList<>();
    private Function<Question, CompletionStage<Answer>> behaviour;
    private int asked;
    private boolean closed;

    FakeRemote(Clock clock) {
        this.clock = clock;
        this.working = Store.memory(clock);
        this.behaviour = working::ask;
    }

    void works() {
        behaviour = working::ask;
    }

    void neverAnswers() {
        behaviour = question -> {
            CompletableFuture<Answer> answer = new CompletableFuture<>();
            unanswered.add(answer);
            return answer;
        };
    }

    void fails() {
        does(question -> CompletableFuture.failedStage(new IllegalStateException("connection reset")));
    }

    void does(Function<Question, CompletionStage<Answer>> what) {
        behaviour = what;
    }

    /** Questions that {@link #neverAnswers} was right about so far. */
    List<CompletableFuture<Answer>> unanswered() {
        return unanswered;
    }

    int asked() {
        return asked;
    }

    List<String> forgotten() {
        return forgotten;
    }

    boolean closed() {
        return closed;
    }

    @Override
    public CompletionStage<Answer> ask(Question question) {
        asked++;
        return behaviour.apply(question);
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public void forget(String name) {
        forgotten.add(name);
    }

    @Override
    public void close() {
        closed = true;
        working.close();
    }
}
