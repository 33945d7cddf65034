package io.sluice.http;

import io.sluice.http.answer.Answer;
import io.sluice.http.answer.AnswerMemory;
import io.sluice.http.answer.Answers;
import io.sluice.http.answer.Cors;
import io.sluice.http.answer.WireAnswer;
import io.sluice.http.field.Field;
import io.sluice.http.field.FieldSink;
import io.sluice.http.field.Fields;
import io.sluice.http.field.Standing;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import io.sluice.rules.WhenLimited;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What clients are told under one rule file. */
final class Speaker {
    /** In place of rules: the deny list. */
    private static final Object DENIED = new Object();

    private final Answers answers;
    private final Fields dialects;

    Speaker(Answers answers, Fields dialects) {
        this.answers = answers;
        this.dialects = dialects;
    }

    boolean isPersonal(Ruling ruling) {
        return dialects.phrases(ruling.counted()).personal();
    }

    List<Field> fields(Ruling ruling, long wallNanos, boolean toScript) {
        Standing standing = Standing.of(ruling);
        if (standing == null) {
            return List.of();
        }
        List<Field> fields = new ArrayList<>(dialects.of(standing, wallNanos));
        if (toScript) {
            fields.addAll(Cors.exposing(fields));
        }
        return fields;
    }

    /** The same as lines. */
    void write(Ruling ruling, long wallNanos, boolean toScript, FieldSink out) {
        if (toScript) {
            fields(ruling, wallNanos, true).forEach(field -> out.bytes(field.line()));
        } else {
            dialects.phrases(ruling.counted()).writePassing(ruling, wallNanos, out);
        }
    }

    /** To a request that does not go on. */
    Answer answer(HttpRequest request, Ruling ruling, long wallNanos) {
        Rule rule = ruling.rule();
        if (ruling.outcome() == Ruling.Outcome.DENIED) {
            return answers.denied(request);
        }
        return ruling.outcome() == Ruling.Outcome.DECOY
                        && rule != null
                        && rule.whenLimited() instanceof WhenLimited.Decoy decoy
                ? answers.decoy(request, decoy)
                : refused(request, Standing.of(ruling), wallNanos);
    }

    Answer insteadOfWaiting(HttpRequest request, Ruling ruling, long wallNanos) {
        return refused(request, Standing.refusedInsteadOfDelayed(ruling), wallNanos);
    }

    private Answer refused(HttpRequest request, @Nullable Standing standing, long wallNanos) {
        return standing == null
                ? answers.denied(request)
                : answers.refused(request, standing, dialects.of(standing, wallNanos), wallNanos);
    }

    /** The same for the wire, from memory where it was sent of late. */
    byte[] bytes(HttpRequest request, Ruling ruling, long wallNanos, boolean keepAlive, byte[] lines) {
        if (!AnswerMemory.keeps(request)) {
            return WireAnswer.of(answer(request, ruling, wallNanos), request, keepAlive, lines);
        }
        AnswerMemory memory = AnswerMemory.ofThread();
        Object what = what(ruling, wallNanos, memory);
        byte[] bytes = memory.find(what, request, keepAlive, lines);
        if (bytes == null) {
            bytes = WireAnswer.of(answer(request, ruling, wallNanos), request, keepAlive, lines);
            memory.keep(what, request, keepAlive, lines, bytes);
        }
        return bytes;
    }

    private Object what(Ruling ruling, long wallNanos, AnswerMemory memory) {
        if (ruling.outcome() == Ruling.Outcome.DENIED) {
            memory.numbers.clear();
            return DENIED;
        }
        return dialects.phrases(ruling.counted()).refused(ruling, wallNanos, memory.numbers);
    }
}
