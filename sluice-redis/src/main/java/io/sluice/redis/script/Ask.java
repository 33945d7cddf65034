package io.sluice.redis.script;

import io.sluice.core.Answer;
import io.sluice.core.LimitSet;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One question to the general script: what {@code ask.lua} and the files of the algorithms are asked, and what they answer. All keys must be in one
 * slot.
 */
public final class Ask {
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long LONGEST_MICROS = 1L << 52;
    /** A ban longer than this is for ever, as in memory. */
    private static final long LONGEST_BAN_NANOS = 1L << 60;

    /** In a question that cancels: undo it even if the permits could have been used by now, because nobody was told of them. */
    public static final long ALSO_LATE = Long.MAX_VALUE;

    private final String verb;
    private final Question question;
    private final long amount;
    private final KeyNames names;
    private final Moment moment;
    private final TimeSpan span;

    private Ask(String verb, Question question, long amount, KeyNames names, Moment moment, TimeSpan span) {
        this.verb = verb;
        this.question = question;
        this.amount = amount;
        this.names = names;
        this.moment = moment;
        this.span = span;
    }

    public static Ask of(Question question, KeyNames names, Moment moment) {
        return new Ask(verb(question), question, amount(question), names, moment, TimeSpan.around(moment.micros()));
    }

    private static String verb(Question question) {
        return switch (question.verb()) {
            case TRY_ACQUIRE -> "try";
            case TRY_ACQUIRE_UP_TO -> "up-to";
            case RESERVE -> "reserve";
            case CANCEL -> question.receipt() instanceof Receipt ? "cancel" : "peek";
            case PEEK -> "peek";
            case REFUND -> "refund";
            case PENALIZE -> "penalize";
            case RESET -> "reset";
            case BLOCK -> "block";
            case UNBLOCK -> "unblock";
        };
    }

    private static long amount(Question question) {
        long nanos = question.nanos();
        return switch (question.verb()) {
            case RESERVE -> Math.min(nanos / NANOS_PER_MICRO, LONGEST_MICROS);
            case BLOCK -> nanos > LONGEST_BAN_NANOS ? -1 : (nanos + NANOS_PER_MICRO - 1) / NANOS_PER_MICRO;
            case CANCEL -> nanos == ALSO_LATE ? 1 : 0;
            default -> 0;
        };
    }

    public Script script() {
        SortedSet<String> files = new TreeSet<>();
        for (Charge charge : question.charges()) {
            addNames(charge.limits(), files);
            earlier(charge).forEach(before -> addNames(before, files));
        }
        return Scripts.asking(files);
    }

    private static void addNames(LimitSet limits, Set<String> files) {
        AlgorithmFiles.of(limits).all().forEach(file -> files.add(file.name()));
    }

    /** The limits before, the latest first. A reservation is undone where it was made. */
    private List<LimitSet> earlier(Charge charge) {
        List<LimitSet> earlier = new ArrayList<>();
        LimitSet before = verb.equals("cancel") ? null : charge.limits().previous();
        while (before != null) {
            earlier.add(before);
            before = before.previous();
        }
        return earlier;
    }

    public byte[][] keys() {
        Arguments keys = new Arguments();
        for (Charge charge : question.charges()) {
            writeKeys(keys, charge.limits(), charge.key());
            earlier(charge).forEach(before -> writeKeys(keys, before, charge.key()));
        }
        return keys.toArray();
    }

    private void writeKeys(Arguments to, LimitSet limits, String key) {
        AlgorithmFiles.of(limits).writeKeys(to, names.of(limits), key);
    }

    public byte[][] args() {
        Arguments args = new Arguments()
                .add(moment.argument())
                .add(verb)
                .add(question.most())
                .add(amount);
        args.add(question.charges().size());
        for (Charge charge : question.charges()) {
            AlgorithmFiles files = AlgorithmFiles.of(charge.limits());
            args.add(charge.permits()).add(files.farthestPromise() / NANOS_PER_MICRO);
            files.write(args, span);
            List<LimitSet> earlier = earlier(charge);
            args.add(earlier.size());
            earlier.forEach(before -> AlgorithmFiles.of(before).write(args, span));
        }
        if (verb.equals("cancel") && question.receipt() instanceof Receipt receipt) {
            args.add(receipt.promised());
            for (int i = 0; i < question.charges().size(); i++) {
                args.add(receipt.before().get(i)).add(receipt.after().get(i));
            }
        }
        return args.toArray();
    }

    /**
     * What to ask instead if the reply is no answer: windows of local time were needed at a time that was not expected. Nothing
     * was changed then.
     */
    public Optional<Ask> again(List<Object> elements) {
        Reply reply = new Reply(elements);
        if (reply.number() >= 0) {
            return Optional.empty();
        }
        TimeSpan needed = span.with(reply.number()).with(reply.number());
        return Optional.of(new Ask(verb, question, amount, names, moment, needed));
    }

    public Answer answer(List<Object> reply) {
        return new AnswerReader(question, moment, new Reply(reply)).read();
    }
}
