package io.sluice.redis;

import io.sluice.core.Answer;
import io.sluice.core.AsyncWaiters;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import io.sluice.redis.batch.RefusalState;
import io.sluice.redis.batch.Waiting;
import io.sluice.redis.failure.CallbackStore;
import io.sluice.redis.link.Link;
import io.sluice.redis.script.KeyNames;
import io.sluice.redis.script.Moment;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Every decision asks Redis, unless it is known to refuse: exact. Fails when Redis does. */
final class StrictStore implements CallbackStore {
    private static final long NANOS_PER_MICRO = 1_000;

    private final Link link;
    private final Clock clock;
    private final Refusals refusals;
    private final Lanes lanes;
    private final Asking asking;
    private final SlotBySlot slotBySlot;
    private final boolean rounds;
    private final AsyncWaiters waiters = new AsyncWaiters();
    private volatile boolean closed;

    private StrictStore(
            Link link, KeyNames names, Clock clock, Supplier<Moment> moment, Refusals refusals, boolean rounds) {
        this.rounds = rounds;
        this.link = link;
        this.clock = clock;
        this.refusals = refusals;
        this.lanes = new Lanes(limits -> new Lane(link, limits, names, moment));
        this.asking = new Asking(link, names, moment);
        this.slotBySlot = new SlotBySlot(asking::ask, charge -> link.slot(names.name(charge.limits(), charge.key())));
    }

    /** By the server's time. */
    static StrictStore of(Link link, KeyNames names, Refusals refusals) {
        return new StrictStore(link, names, Clock.system(), () -> Moment.OF_SERVER, refusals, true);
    }

    /** By the time of a clock, in microseconds; what it says is to the nanosecond, as memory would. */
    static StrictStore simulation(Link link, KeyNames names, Clock clock) {
        Supplier<Moment> moment = () -> Moment.at(clock.nanos() / NANOS_PER_MICRO);
        return new StrictStore(link, names, clock, moment, new Refusals(0), false);
    }

    /** By the time of a clock, as if it were the server's. */
    static StrictStore inTimeOf(Clock clock, Link link, KeyNames names, Refusals refusals) {
        Supplier<Moment> moment = () -> Moment.at(clock.nanos() / NANOS_PER_MICRO);
        return new StrictStore(link, names, clock, moment, refusals, true);
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public AsyncWaiters waiters() {
        return waiters;
    }

    @Override
    public CompletionStage<Answer> ask(Question question) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        ask(question, (told, failure) -> {
            if (told != null) {
                answer.complete(told);
            } else if (failure != null) {
                answer.completeExceptionally(failure);
            }
        });
        return answer;
    }

    @Override
    public void ask(Question question, BiConsumer<@Nullable Answer, @Nullable Throwable> receiver) {
        Charge first = question.charges().get(0);
        if (closed) {
            receiver.accept(Answer.of(Decision.refused(first.limits().limits().get(0), Long.MAX_VALUE, 0, 0)), null);
        } else if (question.verb() == Verb.TRY_ACQUIRE && question.charges().size() == 1 && first.permits() > 0) {
            tryAcquire(first, question, receiver);
        } else {
            changing(question, receiver);
        }
    }

    private void tryAcquire(
            Charge charge, Question question, BiConsumer<@Nullable Answer, @Nullable Throwable> receiver) {
        long now = clock.nanos();
        int set = Refusals.set(charge.limits().name(), charge.key());
        Decision known = refusals.known(set, charge.limits(), charge.key(), charge.permits(), now);
        if (known != null) {
            receiver.accept(rounded(Answer.of(known)), null);
            return;
        }
        Lesson lesson = new Lesson(charge, set, now);
        Optional<Lane> lane = lanes.of(charge.limits(), now);
        if (lane.isPresent()) {
            lane.get().ask(new Taking(lesson, lane.get().slot(charge.key()), receiver));
        } else {
            Asked asked = asking.ask(question);
            var unused = asked.whenComplete((answer, failure) -> {
                        if (answer == null) {
                            lesson.changed();
                        } else {
                            lesson.learn(answer.decision(), 0, asked.refusal());
                        }
                    })
                    .thenApply(this::rounded)
                    .whenComplete(receiver);
        }
    }

    /** What the answer to a question teaches about refusals of its key. */
    private final class Lesson {
        final Charge charge;
        private final int set;
        private final long askedNanos;
        private final int seen;

        Lesson(Charge charge, int set, long askedNanos) {
            this.charge = charge;
            this.set = set;
            this.askedNanos = askedNanos;
            this.seen = refusals.changes(set);
        }

        /** {@code granted}: how many equal requests were allowed by the same reply before; they had happened when Redis refused this one. */
        void learn(Decision decision, int granted, @Nullable RefusalState state) {
            if (decision.allowed()) {
                changed();
            } else if (state != null) {
                Refusal refusal = new Refusal(
                        charge.limits(),
                        charge.key(),
                        charge.permits(),
                        askedNanos,
                        clock.nanos(),
                        decision.retryAfterNanos(),
                        state);
                refusals.remember(set, seen + granted, refusal);
            }
        }

        /** Also where it is not known: a question that failed may have been answered. */
        void changed() {
            refusals.changed(set, charge.limits().name(), charge.key());
        }
    }

    /** Somebody on the short way. */
    private final class Taking extends Waiting {
        private final Lesson lesson;
        private final BiConsumer<@Nullable Answer, @Nullable Throwable> receiver;

        Taking(Lesson lesson, int slot, BiConsumer<@Nullable Answer, @Nullable Throwable> receiver) {
            super(lesson.charge.key(), lesson.charge.permits(), slot);
            this.lesson = lesson;
            this.receiver = receiver;
        }

        @Override
        protected void decided(Decision decision, int granted, @Nullable RefusalState refusal) {
            lesson.learn(decision, granted, refusal);
            receiver.accept(rounded(Answer.of(decision)), null);
        }

        @Override
        protected void failed(Throwable why) {
            lesson.changed();
            receiver.accept(null, why);
        }
    }

    private Answer rounded(Answer answer) {
        return rounds ? Microseconds.roundedUp(answer) : answer;
    }

    /** Any other question: a refusal of its keys ends when it is asked, and again when it has been answered, because one may have come in between. */
    private void changing(Question question, BiConsumer<@Nullable Answer, @Nullable Throwable> receiver) {
        if (!takes(question.verb())) {
            changed(question);
        }
        var unused = askScript(question)
                .whenComplete((answer, failure) -> {
                    if (answer == null || answer.decision().allowed() || !takes(question.verb()) || several(question)) {
                        changed(question);
                    }
                })
                .thenApply(this::rounded)
                .whenComplete(receiver);
    }

    private void changed(Question question) {
        if (question.verb() != Verb.PEEK) {
            for (Charge charge : question.charges()) {
                String name = charge.limits().name();
                refusals.changed(Refusals.set(name, charge.key()), name, charge.key());
            }
        }
    }

    /** Changes nothing where it is refused. */
    private static boolean takes(Verb verb) {
        return switch (verb) {
            case TRY_ACQUIRE, TRY_ACQUIRE_UP_TO, RESERVE -> true;
            default -> false;
        };
    }

    @Override
    public void forget(String name) {
        lanes.forget(name);
        refusals.changed(name);
    }

    private CompletionStage<Answer> askScript(Question question) {
        return several(question) ? slotBySlot.ask(question) : asking.ask(question);
    }

    /** Whether its keys may be in several slots: what is refused then may have been taken and given back. */
    private boolean several(Question question) {
        return link.isSharded() && question.charges().size() > 1;
    }

    /** Refuses from now on; the link is somebody else's. */
    @Override
    public void close() {
        closed = true;
        waiters.close();
    }
}
