package io.sluice.redis.script;

import io.sluice.core.Answer;
import io.sluice.redis.batch.RefusalState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Questions that travel in one call of the general script: what {@code ask.lua} and the files before it are given, and what they reply. Each
 * question sees what those before it did. All keys must be in one slot.
 */
public final class AskCall {
    private static final long UNKNOWN_TIME = -1;
    private static final long FAILED = -2;

    private final List<Ask> asks;
    private final Moment moment;
    private final TimeSpan span;
    /** Which limits these questions are about, each with its place among them. */
    private final Map<AlgorithmFiles, Integer> sets = new LinkedHashMap<>();

    private AskCall(List<Ask> asks, Moment moment, TimeSpan span) {
        this.asks = asks;
        this.moment = moment;
        this.span = span;
        asks.forEach(ask -> ask.files(files -> sets.putIfAbsent(files, sets.size() + 1)));
    }

    public static AskCall of(List<Ask> asks, Moment moment) {
        return new AskCall(asks, moment, TimeSpan.around(moment.micros()));
    }

    /** What came of one question. */
    public sealed interface Outcome {
        /**
         * One answer for each time it was asked; those that are allowed come first.
         *
         * @param refusal what the others were refused by, where they asked for permits of one key and it is known how that goes on
         */
        record Answered(List<Answer> answers, @Nullable RefusalState refusal) implements Outcome {}

        /** Windows of local time were needed at a time that was not expected: this is to be asked instead. Nothing was changed. */
        record AskAgain(AskCall instead) implements Outcome {}

        /** A value is none that Sluice wrote. Nothing was changed. */
        record Failed(String why) implements Outcome {}
    }

    public Script script() {
        SortedSet<String> names = new TreeSet<>();
        sets.keySet().forEach(set -> set.all().forEach(file -> names.add(file.name())));
        return Scripts.asking(names);
    }

    public byte[][] keys() {
        Arguments keys = new Arguments();
        asks.forEach(ask -> ask.writeKeys(keys));
        return keys.toArray();
    }

    public byte[][] args() {
        Arguments args = new Arguments().add(moment.argument()).add(sets.size());
        sets.keySet().forEach(set -> set.write(args, span));
        args.add(asks.size());
        asks.forEach(ask -> ask.write(args, sets::get));
        return args.toArray();
    }

    /** One for each question, in order. */
    public List<Outcome> outcomes(List<Object> elements) {
        Reply reply = new Reply(elements);
        long now = reply.number();
        List<Outcome> outcomes = new ArrayList<>(asks.size());
        for (Ask ask : asks) {
            outcomes.add(outcome(ask, now, reply.list()));
        }
        return outcomes;
    }

    private Outcome outcome(Ask ask, long now, List<Object> elements) {
        long first = (Long) elements.get(0);
        if (first == UNKNOWN_TIME) {
            TimeSpan needed = span.with(now).with((Long) elements.get(1));
            return new Outcome.AskAgain(new AskCall(List.of(ask), moment, needed));
        }
        if (first == FAILED) {
            String why = new String((byte[]) elements.get(1), StandardCharsets.UTF_8);
            return new Outcome.Failed("what Redis has under " + ask.keyNames() + " cannot be read: " + why);
        }
        return ask.answers(new Reply(elements), now, moment);
    }
}
