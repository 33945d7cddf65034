package io.sluice.redis.script;

import io.sluice.core.Answer;
import io.sluice.core.Decision;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import io.sluice.redis.batch.RefusalState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Makes answers of what {@code ask.lua} replied to one question. */
final class AnswerReader {
    private static final long NANOS_PER_MICRO = 1_000;

    private final Question question;
    private final int asked;
    private final Moment moment;
    private final long nowNanos;
    private final Reply reply;
    private @Nullable KeyState refused;

    AnswerReader(Question question, int asked, Moment moment, long nowNanos, Reply reply) {
        this.question = question;
        this.asked = asked;
        this.moment = moment;
        this.nowNanos = nowNanos;
        this.reply = reply;
    }

    /** As many as were asked. */
    List<Answer> read() {
        boolean allowed = reply.number() == 1;
        long times = reply.number();
        long promised = reply.number();
        return switch (question.verb()) {
            case TRY_ACQUIRE -> tried(times);
            case TRY_ACQUIRE_UP_TO -> List.of(taken(allowed, times, states(true)));
            case RESERVE -> List.of(reserved(allowed, promised, states(false), states(true)));
            case CANCEL -> List.of(new Answer(peeked(states(true)).decision(), times == 1));
            case PEEK -> List.of(peeked(states(true)));
            case BLOCK -> List.of(merged(states(true), 0, (state, charge) -> state.blocked()));
            case REFUND, PENALIZE, RESET, UNBLOCK ->
                List.of(merged(states(true), 0, (state, charge) -> state.allowed(0)));
        };
    }

    /** Those that were charged each saw another state; all that were refused then saw the same. */
    private List<Answer> tried(long charged) {
        List<Answer> answers = new ArrayList<>(asked);
        for (long i = 0; i < charged; i++) {
            answers.add(taken(true, granted(), states(true)));
        }
        if (charged < asked) {
            List<KeyState> states = states(true);
            refused = states.get(0);
            answers.addAll(Collections.nCopies(asked - (int) charged, taken(false, 0, states)));
        }
        return answers;
    }

    /** What permits of one key were refused by, after {@link #read}; null if none were, or it is not known how that goes on. */
    @Nullable
    RefusalState refusal() {
        KeyState state = refused;
        if (state == null || question.charges().size() != 1) {
            return null;
        }
        long permits = question.charges().get(0).permits();
        return state.knowsLater(permits) ? nanos -> refusedAfter(state, nanos, permits) : null;
    }

    private static @Nullable Decision refusedAfter(KeyState state, long nanos, long permits) {
        Decision decision =
                state.later(nanos / NANOS_PER_MICRO * NANOS_PER_MICRO).peek(permits);
        return decision.allowed() ? null : decision;
    }

    /** Of one key its permits; of several, how often. */
    private long granted() {
        return question.charges().size() == 1 ? question.charges().get(0).permits() : 1;
    }

    private Answer taken(boolean allowed, long granted, List<KeyState> states) {
        boolean nothing = question.verb() == Verb.TRY_ACQUIRE_UP_TO && granted == 0;
        if (!allowed) {
            return merged(states, 0, (state, charge) -> state.peek(charge.permits()));
        }
        return merged(
                states,
                granted,
                (state, charge) -> nothing || charge.permits() == 0 ? state.allowed(0) : state.taken());
    }

    private Answer reserved(boolean allowed, long promised, List<KeyState> before, List<KeyState> after) {
        if (!allowed) {
            return merged(after, 0, (state, charge) -> state.promised(charge.permits(), question.nanos()));
        }
        long delay = 0;
        for (int i = 0; i < before.size(); i++) {
            delay = Math.max(
                    delay, before.get(i).promise(question.charges().get(i).permits()));
        }
        long wait = delay;
        Answer answer = merged(after, granted(), (state, charge) -> state.allowed(charge.permits() == 0 ? 0 : wait));
        return new Answer(answer.decision(), receipt(promised), answer.each());
    }

    private Receipt receipt(long promised) {
        List<byte[]> before = new ArrayList<>();
        List<byte[]> after = new ArrayList<>();
        for (int i = 0; i < question.charges().size(); i++) {
            before.add(reply.bytes());
            after.add(reply.bytes());
        }
        return new Receipt(promised, before, after);
    }

    private Answer peeked(List<KeyState> states) {
        return merged(states, 0, (state, charge) -> state.peek(charge.permits()));
    }

    private Answer merged(List<KeyState> states, long granted, BiFunction<KeyState, Charge, Decision> decide) {
        List<Decision> all = new ArrayList<>(states.size());
        for (int i = 0; i < states.size(); i++) {
            all.add(decide.apply(states.get(i), question.charges().get(i)));
        }
        return new Answer(Merged.of(all, granted), null, all.size() > 1 ? all : List.of());
    }

    private List<KeyState> states(boolean withBans) {
        List<KeyState> states = new ArrayList<>(question.charges().size());
        for (Charge charge : question.charges()) {
            AlgorithmFiles files = AlgorithmFiles.of(charge.limits());
            long ban = withBans ? nanos(reply.number()) : 0;
            states.add(new KeyState(files, files.read(reply, nowNanos), ban, moment));
        }
        return states;
    }

    private static long nanos(long micros) {
        return micros < 0 ? Long.MAX_VALUE : micros * NANOS_PER_MICRO;
    }
}
