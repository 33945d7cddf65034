package io.sluice.redis;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.core.LimitSet;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import io.sluice.redis.link.Link;
import io.sluice.redis.script.KeyNames;
import io.sluice.redis.script.Moment;
import io.sluice.redis.script.Take;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Every decision asks Redis, unless it is known to refuse: exact. Fails when Redis does. */
final class StrictStore implements Store {
    private static final long NANOS_PER_MICRO = 1_000;

    private final Link link;
    private final KeyNames names;
    private final Clock clock;
    private final Supplier<Moment> moment;
    private final Refusals refusals;
    private final Asking asking;
    private final SlotBySlot slotBySlot;
    private final boolean rounds;
    private volatile boolean closed;
    private final Map<LimitSet, Optional<Lane>> lanes = new ConcurrentHashMap<>();

    private StrictStore(
            Link link, KeyNames names, Clock clock, Supplier<Moment> moment, Refusals refusals, boolean rounds) {
        this.rounds = rounds;
        this.link = link;
        this.names = names;
        this.clock = clock;
        this.moment = moment;
        this.refusals = refusals;
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
    static StrictStore inTimeOf(Clock clock, Link link, KeyNames names) {
        Supplier<Moment> moment = () -> Moment.at(clock.nanos() / NANOS_PER_MICRO);
        return new StrictStore(link, names, clock, moment, new Refusals(0), true);
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public CompletionStage<Answer> ask(Question question) {
        Charge first = question.charges().get(0);
        if (closed) {
            Decision never = Decision.refused(first.limits().limits().get(0), Long.MAX_VALUE, 0, 0);
            return CompletableFuture.completedStage(Answer.of(never));
        }
        CompletionStage<Answer> answer = decide(question, first);
        return rounds ? answer.thenApply(Microseconds::roundedUp) : answer;
    }

    private CompletionStage<Answer> decide(Question question, Charge first) {
        if (question.verb() == Verb.TRY_ACQUIRE && question.charges().size() == 1 && first.permits() > 0) {
            return tryAcquire(first, question);
        }
        forgetRefusals(question);
        return askScript(question);
    }

    private CompletionStage<Answer> tryAcquire(Charge charge, Question question) {
        String name = charge.limits().name();
        long now = clock.nanos();
        Decision known = refusals.known(name, charge.key(), charge.permits(), now);
        if (known != null) {
            return CompletableFuture.completedStage(Answer.of(known));
        }
        Optional<Lane> lane = lane(charge.limits());
        CompletionStage<Answer> answer = lane.isPresent()
                ? lane.get().tryAcquire(charge.key(), charge.permits()).thenApply(Answer::of)
                : askScript(question);
        return answer.thenApply(given -> {
            if (!given.decision().allowed()) {
                refusals.remember(name, charge.key(), charge.permits(), now, given.decision());
            }
            return given;
        });
    }

    private Optional<Lane> lane(LimitSet limits) {
        Optional<Lane> known = lanes.get(limits);
        return known != null ? known : lanes.computeIfAbsent(limits, this::newLane);
    }

    private Optional<Lane> newLane(LimitSet limits) {
        return Take.fits(limits) ? Optional.of(new Lane(link, limits, names, moment)) : Optional.empty();
    }

    /** Whatever may give permits back. */
    private void forgetRefusals(Question question) {
        if (question.verb() != Verb.PEEK) {
            question.charges().forEach(charge -> refusals.forget(charge.limits().name(), charge.key()));
        }
    }

    private CompletionStage<Answer> askScript(Question question) {
        boolean several = link.isSharded() && question.charges().size() > 1;
        return several ? slotBySlot.ask(question) : asking.ask(question);
    }

    /** Refuses from now on; the link is somebody else's. */
    @Override
    public void close() {
        closed = true;
    }
}
