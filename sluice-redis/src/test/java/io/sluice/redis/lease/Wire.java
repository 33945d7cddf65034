package io.sluice.redis.lease;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/** The way to a shared store: questions and answers take their time, and some never arrive. */
final class Wire implements Store {
    /** What may happen on the way: nanoseconds, and how many get lost, one in so many, 0 for none. */
    record Weather(long slowestQuestion, long slowestAnswer, int lostQuestions, int lostAnswers) {}

    /** How long an answer takes that nobody would expect any more. */
    static final long VERY_LATE_NANOS = 300_000_000;

    /** How long it takes: as the weather has it, nearly nothing, or nearly nothing there and very long back. */
    enum Pace {
        AS_DRAWN,
        QUICK,
        LATE_ANSWERS
    }

    private final Store remote;
    private final ManualClock clock;
    private final Random random;
    private final Weather weather;
    private final BiConsumer<Question, Answer> decided;
    private Verb delivering;
    private Pace pace = Pace.AS_DRAWN;
    private long slices;
    private long lastSlice;

    /** {@code decided} is told of every answer when it is made. */
    Wire(Store remote, ManualClock clock, Random random, Weather weather, BiConsumer<Question, Answer> decided) {
        this.remote = remote;
        this.clock = clock;
        this.random = random;
        this.weather = weather;
        this.decided = decided;
    }

    @Override
    public CompletionStage<Answer> ask(Question question) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        if (question.verb() == Verb.TRY_ACQUIRE_UP_TO) {
            slices++;
            lastSlice = question.most();
        }
        if (!happens(weather.lostQuestions)) {
            later(pace == Pace.AS_DRAWN ? weather.slowestQuestion : 0, () -> decide(question, answer));
        }
        return answer;
    }

    private void decide(Question question, CompletableFuture<Answer> answer) {
        remote.ask(question).thenAccept(given -> {
            decided.accept(question, given);
            if (!happens(weather.lostAnswers)) {
                answerLater(() -> deliver(question.verb(), given, answer));
            }
        });
    }

    private void deliver(Verb verb, Answer given, CompletableFuture<Answer> answer) {
        delivering = verb;
        answer.complete(given);
        delivering = null;
    }

    /** Whether the answer that is being handed over right now is to this. */
    boolean delivers(Verb verb) {
        return delivering == verb;
    }

    private boolean happens(int oneIn) {
        return oneIn > 0 && random.nextInt(oneIn) == 0;
    }

    private void later(long slowestNanos, Runnable task) {
        clock.schedule(1 + (long) (random.nextDouble() * slowestNanos), task);
    }

    private void answerLater(Runnable task) {
        switch (pace) {
            case AS_DRAWN -> later(weather.slowestAnswer, task);
            case QUICK -> later(0, task);
            case LATE_ANSWERS -> clock.schedule(VERY_LATE_NANOS, task);
        }
    }

    void setPace(Pace other) {
        pace = other;
    }

    /** How many times permits were asked for ahead. */
    long slices() {
        return slices;
    }

    /** How many, the last time. */
    long lastSlice() {
        return lastSlice;
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public void close() {
        remote.close();
    }
}
