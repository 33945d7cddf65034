package io.sluice.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Answer;
import io.sluice.core.Limit;
import io.sluice.core.Limit.Kind;
import io.sluice.core.LimitSet;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import io.sluice.core.Reservation;
import io.sluice.redis.script.AskCall.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The same random traffic to Redis and to memory, at the same virtual times: every answer must be the same in all it says. */
final class Traffic {
    private static final List<Verb> ALL = List.of(Verb.values());
    private static final List<Verb> OFTEN = List.of(
            Verb.TRY_ACQUIRE, Verb.TRY_ACQUIRE, Verb.TRY_ACQUIRE_UP_TO, Verb.RESERVE, Verb.CANCEL, Verb.PENALIZE);

    private record Promise(int step, long time, List<Charge> charges, Reservation memory, Answer redis) {}

    private static final int MOST_TOGETHER = 8;

    /** A question, and what is checked about its answer. */
    private record Step(Question question, String what, Consumer<Answer> check) {
        void check(Answer answer) {
            try {
                check.accept(answer);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(what + e.getMessage(), e);
            }
        }
    }

    private final RealRedis redis;
    private final Random random;
    private final ManualClock clock;
    private final List<LimitSet> sets;
    private final MemoryTwin memory;
    private final List<Promise> promises = new ArrayList<>();
    private final KeyNames names = new KeyNames();
    private final boolean alone;
    private final boolean reserves;
    private final boolean cancelsLater;
    /** A log that has to grow in memory keeps the limits beside it from being put back as they were. */
    private final boolean cancels;

    /** Near 0, where simulations begin, or near today. */
    Traffic(RealRedis redis, Random random, List<LimitSet> sets) {
        this(redis, random, random.nextInt(2) * 1_750_000_000_123_456L, sets);
    }

    Traffic(RealRedis redis, Random random, long startMicros, List<LimitSet> sets) {
        this.redis = redis;
        this.random = random;
        this.sets = sets;
        this.alone = sets.size() == 1 && sets.get(0).limits().size() == 1;
        this.reserves = limits().allMatch(alone ? Traffic::promisesInTheSameWindow : Traffic::promisesWholeMicros);
        this.cancelsLater = limits().allMatch(Traffic::promisesWholeMicros);
        this.cancels = alone || limits().noneMatch(limit -> limit.kind() == Kind.SLIDING_LOG);
        this.clock = new ManualClock(startMicros * 1_000);
        this.memory = new MemoryTwin(sets, clock);
    }

    private Stream<Limit> limits() {
        return sets.stream().flatMap(set -> set.limits().stream());
    }

    /** Promises of Redis are for whole microseconds; memory's may lie in between, and then are for other moments. */
    private static boolean promisesWholeMicros(Limit limit) {
        return switch (limit.kind()) {
            case TOKEN_BUCKET, LEAKY_BUCKET, LEAKY_QUEUE ->
                limit.periodNanos() % (1_000 * Math.max(1, limit.permits())) == 0;
            case SLIDING_WINDOW -> false;
            default -> true;
        };
    }

    /** Which does not matter to a limit alone, but where it makes the difference between one window and the next. */
    private static boolean promisesInTheSameWindow(Limit limit) {
        return limit.kind() != Kind.SLIDING_WINDOW || limit.capacity() <= limit.periodNanos() / 1_000_000;
    }

    /** Each question in a call of its own. */
    void run(int steps) {
        for (int i = 0; i < steps; i++) {
            clock.advanceNanos(Limits.pause(random, anyLimit()));
            Step step = step(i);
            if (step != null) {
                step.check(redis.ask(step.question, names, now()));
            }
        }
    }

    /** Several in one call, and some of them several times. */
    void runTogether(int calls) {
        int made = 0;
        for (int i = 0; i < calls; i++) {
            clock.advanceNanos(Limits.pause(random, anyLimit()));
            List<Step> steps = new ArrayList<>();
            for (int j = 1 + random.nextInt(MOST_TOGETHER); j > 0; j--) {
                Step step = step(made++);
                if (step != null) {
                    steps.add(step);
                }
            }
            if (!steps.isEmpty()) {
                askTogether(steps);
            }
        }
    }

    private void askTogether(List<Step> steps) {
        List<Integer> times = steps.stream()
                .map(step -> Ask.mayRepeat(step.question) ? 1 + random.nextInt(3) : 1)
                .toList();
        List<Ask> asks = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            asks.add(Ask.of(steps.get(i).question, names).times(times.get(i)));
        }
        List<Outcome> outcomes = redis.outcomes(AskCall.of(asks, now()));
        List<Integer> later = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            if (outcomes.get(i) instanceof Outcome.AskAgain) {
                later.add(i);
            } else {
                RealRedis.answers(outcomes.get(i)).forEach(steps.get(i)::check);
            }
        }
        for (int i : later) {
            AskCall instead = ((Outcome.AskAgain) outcomes.get(i)).instead();
            List<Answer> answers = RealRedis.answers(redis.outcomes(instead).get(0));
            assertThat(answers).hasSize(times.get(i));
            answers.forEach(steps.get(i)::check);
        }
    }

    private Moment now() {
        return Moment.at(clock.nanos() / 1_000);
    }

    private Limit anyLimit() {
        List<Limit> limits = sets.get(random.nextInt(sets.size())).limits();
        return limits.get(random.nextInt(limits.size()));
    }

    /** What to ask, and what must come of it; null if there is nothing to cancel. */
    private @Nullable Step step(int number) {
        Verb verb = verb();
        List<Charge> charges = charges(verb);
        long most = random.nextInt(5) == 0 ? 0 : 1 + Limits.permits(random, anyLimit());
        long nanos = nanos(verb);
        String what = "step %d at %d us: %s of %s, most %d, nanos %d, under %s: "
                .formatted(number, clock.nanos() / 1_000, verb, brief(charges), most, nanos, brief());
        if (verb == Verb.BLOCK || verb == Verb.UNBLOCK) {
            keepPromises(charges);
        }
        return switch (verb) {
            case RESERVE -> reserve(number, charges, nanos, what);
            case CANCEL -> cancel(number, what);
            default ->
                new Step(new Question(verb, charges, most, nanos, null), what, answer -> {
                    memory.same(verb, charges, answer, memory.answer(verb, charges, most, nanos));
                    if (verb == Verb.BLOCK || verb == Verb.UNBLOCK) {
                        keepPromises(charges);
                    }
                });
        };
    }

    /** A ban is a write in memory, after which several limits are undone in another way; Redis keeps it beside them. */
    private void keepPromises(List<Charge> charges) {
        if (!alone) {
            promises.removeIf(promise -> promise.charges.stream()
                    .anyMatch(one -> charges.stream()
                            .anyMatch(other -> one.key().equals(other.key())
                                    && one.limits().equals(other.limits()))));
        }
    }

    private static String brief(List<Charge> charges) {
        return charges.stream()
                .map(c -> c.limits().name() + "/" + c.key() + " " + c.permits())
                .toList()
                .toString();
    }

    private String brief() {
        return sets.stream().map(set -> set.limits().toString()).toList().toString();
    }

    /** Giving back nothing writes in memory, and not in Redis: what was reserved before is then undone in another way. */
    private List<Charge> charges(Verb verb) {
        List<Charge> charges = new ArrayList<>();
        for (LimitSet set : sets) {
            if (charges.isEmpty() || random.nextInt(3) > 0) {
                Limit limit = set.limits().get(random.nextInt(set.limits().size()));
                long permits = Math.max(verb == Verb.REFUND ? 1 : 0, Limits.permits(random, limit));
                charges.add(new Charge(set, "k" + random.nextInt(2), permits));
            }
        }
        return charges;
    }

    private Verb verb() {
        return random.nextInt(3) == 0 ? ALL.get(random.nextInt(ALL.size())) : OFTEN.get(random.nextInt(OFTEN.size()));
    }

    private long nanos(Verb verb) {
        long period = anyLimit().periodNanos();
        return switch (random.nextInt(5)) {
            case 0 -> 0;
            case 1 -> verb == Verb.BLOCK ? Long.MAX_VALUE : Long.MAX_VALUE - 1;
            case 2 -> period;
            case 3 -> 20 * period;
            default -> period / 4_000 * 1_000;
        };
    }

    private @Nullable Step reserve(int number, List<Charge> charges, long maxWait, String what) {
        if (!reserves) {
            return null;
        }
        return new Step(new Question(Verb.RESERVE, charges, 1, maxWait, null), what, answer -> {
            Reservation reservation = memory.reserve(charges, maxWait);
            memory.same(Verb.RESERVE, charges, answer, reservation.decision());
            promises.add(new Promise(number, clock.nanos(), charges, reservation, answer));
        });
    }

    /** Any promise; where undoing is exact only if nobody wrote since, one just made. */
    private @Nullable Step cancel(int number, String what) {
        if (promises.isEmpty() || !cancels) {
            return null;
        }
        Promise promise = promises.remove(cancelsLater ? random.nextInt(promises.size()) : promises.size() - 1);
        if (!cancelsLater && (promise.step != number - 1 || promise.time != clock.nanos())) {
            return null;
        }
        boolean ofNothing = promise.charges.stream().allMatch(charge -> charge.permits() == 0);
        if (promise.redis.receipt() == null || ofNothing) {
            return null;
        }
        return new Step(
                new Question(Verb.CANCEL, promise.charges, 1, 0, promise.redis.receipt()),
                what,
                answer -> assertThat(answer.receipt()).isEqualTo(promise.memory.cancel()));
    }
}
