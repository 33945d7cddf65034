package io.sluice.http;

import io.sluice.http.answer.Answer;
import io.sluice.http.field.Field;
import io.sluice.rules.Ruling;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a door does with a request: send {@link #answer} if there is one; else wait for {@link #delayNanos}, let the request go on, and add
 * {@link #fields} to the application's answer.
 */
public final class Verdict {
    /** Nobody could say anything: the request goes on. */
    static final Verdict UNDECIDED = new Verdict(null, null, List.of(), false, () -> {
        throw new IllegalStateException("there is nothing to wait for");
    });

    private final @Nullable Ruling ruling;
    private final @Nullable Answer answer;
    private final List<Field> fields;
    private final boolean personal;
    private final Supplier<Answer> insteadOfWaiting;

    private Verdict(
            @Nullable Ruling ruling,
            @Nullable Answer answer,
            List<Field> fields,
            boolean personal,
            Supplier<Answer> insteadOfWaiting) {
        this.ruling = ruling;
        this.answer = answer;
        this.fields = fields;
        this.personal = personal;
        this.insteadOfWaiting = insteadOfWaiting;
    }

    static Verdict stop(@Nullable Ruling ruling, Answer answer) {
        return new Verdict(ruling, answer, List.of(), false, () -> answer);
    }

    static Verdict pass(Ruling ruling, List<Field> fields, boolean personal, Supplier<Answer> insteadOfWaiting) {
        return new Verdict(ruling, null, fields, personal, insteadOfWaiting);
    }

    /** Null if the request goes on. */
    public @Nullable Answer answer() {
        return answer;
    }

    /** How the client stands, for the application's answer; empty where an {@link #answer} says it already. */
    public List<Field> fields() {
        return fields;
    }

    /**
     * Whether the fields tell how somebody stands who was only named, not yet proven: they must not go on an answer with status 401 or 403, or anybody could
     * learn them.
     */
    public boolean personal() {
        return personal;
    }

    /** What the rules said; null if the request was not understood, or nobody could decide. */
    public @Nullable Ruling ruling() {
        return ruling;
    }

    /** How long the request waits before it goes on. */
    public long delayNanos() {
        return ruling == null || answer != null ? 0 : ruling.delayNanos();
    }

    /** For doors that cannot wait: gives the permits back, and refuses until the wait would have been over. */
    public Answer refuseInsteadOfWaiting() {
        if (ruling != null) {
            ruling.cancel();
        }
        return insteadOfWaiting.get();
    }
}
