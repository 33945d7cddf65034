package io.sluice.redis;

import io.sluice.core.Answer;
import io.sluice.core.AsyncWaiters;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
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
            forgetRefusals(question);
            var unused = askScript(question).thenApply(this::rounded).whenComplete(receiver);
        }
    }

    private void tryAcquire(
            Charge charge, Question question, BiConsumer<@Nullable Answer, @Nullable Throwable> receiver) {
        long now = clock.nanos();
        Decision known = refusals.known(charge.limits().name(), charge.key(), charge.permits(), now);
        if (known != null) {
            receiver.accept(Answer.of(known), null);
            return;
        }
        Optional<Lane> lane = lanes.of(charge.limits(), now);
        if (lane.isPresent()) {
            lane.get().ask(new Taking(charge, lane.get().slot(charge.key()), now, receiver));
        } else {
            var unused = askScript(question)
                    .thenApply(answer -> learnt(charge, now, answer))
                    .whenComplete(receiver);
        }
    }

    /** Somebody on the short way. */
    private final class Taking extends Waiting {
        private final Charge charge;
        private final long askedNanos;
        private final BiConsumer<@Nullable Answer, @Nullable Throwable> receiver;

        Taking(Charge charge, int slot, long askedNanos, BiConsumer<@Nullable Answer, @Nullable Throwable> receiver) {
            super(charge.key(), charge.permits(), slot);
            this.charge = charge;
            this.askedNanos = askedNanos;
            this.receiver = receiver;
        }

        @Override
        protected void decided(Decision decision) {
            receiver.accept(learnt(charge, askedNanos, Answer.of(decision)), null);
        }

        @Override
        protected void failed(Throwable why) {
            receiver.accept(null, why);
        }
    }

    private Answer learnt(Charge charge, long asked, Answer answer) {
        if (!answer.decision().allowed()) {
            refusals.remember(charge.limits().name(), charge.key(), charge.permits(), asked, answer.decision());
        }
        return rounded(answer);
    }

    private Answer rounded(Answer answer) {
        return rounds ? Microseconds.roundedUp(answer) : answer;
    }

    /** Whatever may give permits back. */
    private void forgetRefusals(Question question) {
        if (question.verb() != Verb.PEEK) {
            question.charges().forEach(charge -> refusals.forget(charge.limits().name(), charge.key()));
        }
    }

    @Override
    public void forget(String name) {
        lanes.forget(name);
    }

    private CompletionStage<Answer> askScript(Question question) {
        boolean several = link.isSharded() && question.charges().size() > 1;
        return several ? slotBySlot.ask(question) : asking.ask(question);
    }

    /** Refuses from now on; the link is somebody else's. */
    @Override
    public void close() {
        closed = true;
        waiters.close();
    }
}
