package io.sluice.redis.lease;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Question;
import io.sluice.core.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store in memory that writes down what it is asked, and answers at once or when told to. */
final class HeldStore implements Store {
    record Held(Question question, CompletableFuture<Answer> answer) {}

    final List<Question> questions = new ArrayList<>();
    final List<String> forgotten = new ArrayList<>();
    private final List<Held> held = new ArrayList<>();
    private final Store memory;
    private boolean holding;

    HeldStore(Clock clock) {
        this.memory = Store.memory(clock);
    }

    /** From now on nothing is decided before it is released. */
    HeldStore hold() {
        holding = true;
        return this;
    }

    /** From now on everything is answered at once again. */
    void answer() {
        holding = false;
    }

    @Override
    public CompletionStage<Answer> ask(Question question) {
        questions.add(question);
        if (!holding) {
            return memory.ask(question);
        }
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        held.add(new Held(question, answer));
        return answer;
    }

    /** Decides the oldest question, and answers it. */
    void release() {
        Held one = held.remove(0);
        memory.ask(one.question).thenAccept(one.answer::complete);
    }

    /** Decides the oldest question; the answer is what is given back, to be handed over later. */
    Runnable decide() {
        Held one = held.remove(0);
        Answer answer = memory.ask(one.question).toCompletableFuture().join();
        return () -> one.answer.complete(answer);
    }

    void fail(RuntimeException failure) {
        held.remove(0).answer.completeExceptionally(failure);
    }

    int waiting() {
        return held.size();
    }

    @Override
    public Clock clock() {
        return memory.clock();
    }

    @Override
    public void forget(String name) {
        forgotten.add(name);
    }

    @Override
    public void close() {
        memory.close();
    }
}
