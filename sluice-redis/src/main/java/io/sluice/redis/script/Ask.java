package io.sluice.redis.script;

import io.sluice.core.LimitSet;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import io.sluice.redis.script.AskCall.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/** One question to the general script, asked once; or as often as the same question came, where that is to take permits now. */
public final class Ask {
    private static final String CANCEL = "cancel";
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long LONGEST_MICROS = 1L << 52;
    /** A ban longer than this is for ever, as in memory. */
    private static final long LONGEST_BAN_NANOS = 1L << 60;

    /** In a question that cancels: undo it even if the permits could have been used by now, because nobody was told of them. */
    public static final long ALSO_LATE = Long.MAX_VALUE;

    /** A key under limits that it has or had. */
    private record Counters(AlgorithmFiles files, LimitNames names, String key) {}

    /** The limits it has come first, then those before, the latest first. */
    private record Charged(long permits, List<Counters> counters) {}

    private final Question question;
    private final int times;
    private final String verb;
    private final List<Charged> charges;

    private Ask(Question question, int times, String verb, List<Charged> charges) {
        this.question = question;
        this.times = times;
        this.verb = verb;
        this.charges = charges;
    }

    /** Asked once. */
    public static Ask of(Question question, KeyNames names) {
        String verb = verb(question);
        List<Charged> charges = new ArrayList<>(question.charges().size());
        for (Charge charge : question.charges()) {
            boolean alsoBefore = !verb.equals(CANCEL);
            charges.add(new Charged(charge.permits(), counters(charge, alsoBefore, names)));
        }
        return new Ask(question, 1, verb, charges);
    }

    /** Asked so often; more than once only if it {@link #mayRepeat}. */
    public Ask times(int often) {
        if (often > 1 && !mayRepeat(question)) {
            throw new IllegalArgumentException("each " + question.verb() + " is a question of its own");
        }
        return often == times ? this : new Ask(question, often, verb, charges);
    }

    /** Whether questions equal to this one can be asked as one. */
    public static boolean mayRepeat(Question question) {
        return question.verb() == Verb.TRY_ACQUIRE;
    }

    /** A reservation is undone where it was made: there the limits before do not matter. */
    private static List<Counters> counters(Charge charge, boolean alsoBefore, KeyNames names) {
        List<Counters> all = new ArrayList<>(1);
        for (LimitSet set = charge.limits(); set != null; set = alsoBefore ? set.previous() : null) {
            all.add(new Counters(AlgorithmFiles.of(set), names.of(set), charge.key()));
        }
        return all;
    }

    private static String verb(Question question) {
        return switch (question.verb()) {
            case TRY_ACQUIRE -> "try";
            case TRY_ACQUIRE_UP_TO -> "up-to";
            case RESERVE -> "reserve";
            case CANCEL -> question.receipt() instanceof Receipt ? CANCEL : "peek";
            case PEEK -> "peek";
            case REFUND -> "refund";
            case PENALIZE -> "penalize";
            case RESET -> "reset";
            case BLOCK -> "block";
            case UNBLOCK -> "unblock";
        };
    }

    private long number() {
        long nanos = question.nanos();
        return switch (question.verb()) {
            case TRY_ACQUIRE -> times;
            case TRY_ACQUIRE_UP_TO -> question.most();
            case RESERVE -> Math.min(nanos / NANOS_PER_MICRO, LONGEST_MICROS);
            case BLOCK -> nanos > LONGEST_BAN_NANOS ? -1 : (nanos + NANOS_PER_MICRO - 1) / NANOS_PER_MICRO;
            case CANCEL -> nanos == ALSO_LATE ? 1 : 0;
            default -> 0;
        };
    }

    /** All limits that matter here. */
    void files(Consumer<AlgorithmFiles> each) {
        charges.forEach(charge -> charge.counters.forEach(one -> each.accept(one.files)));
    }

    void writeKeys(Arguments to) {
        charges.forEach(charge -> charge.counters.forEach(one -> one.files.writeKeys(to, one.names, one.key)));
    }

    /** {@code place} says which of the call's sets of limits these are. */
    void write(Arguments to, ToIntFunction<AlgorithmFiles> place) {
        to.add(verb).add(number()).add(charges.size());
        for (Charged charge : charges) {
            to.add(charge.permits);
            to.add(place.applyAsInt(charge.counters.get(0).files));
            to.add(charge.counters.size() - 1);
            charge.counters.stream().skip(1).forEach(before -> to.add(place.applyAsInt(before.files)));
        }
        if (verb.equals(CANCEL) && question.receipt() instanceof Receipt receipt) {
            to.add(receipt.promised());
            for (int i = 0; i < charges.size(); i++) {
                to.add(receipt.before().get(i)).add(receipt.after().get(i));
            }
        }
    }

    /** Keys by the names they have in Redis. */
    List<String> keyNames() {
        Arguments keys = new Arguments();
        writeKeys(keys);
        return keys.texts();
    }

    /** With an answer for each time it was asked. */
    Outcome.Answered answers(Reply reply, long nowMicros, Moment moment) {
        AnswerReader reader = new AnswerReader(question, times, moment, nowMicros * NANOS_PER_MICRO, reply);
        return new Outcome.Answered(reader.read(), reader.refusal());
    }
}
