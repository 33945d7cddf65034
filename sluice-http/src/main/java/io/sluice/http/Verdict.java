package io.sluice.http;

import io.sluice.http.answer.Answer;
import io.sluice.http.answer.WireAnswer;
import io.sluice.http.field.Field;
import io.sluice.http.field.FieldSink;
import io.sluice.rules.Ruling;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a door does with a request: send {@link #answer} if there is one; else wait for {@link #delayNanos}, let the request go on, and add
 * {@link #fields} to the application's answer.
 *
 * <p>Answers are made when they are asked for, and read the request then: a door that uses its request again for the next one asks before. Fields hold for the
 * moment of the decision, and need no request.
 */
public final class Verdict {
    private final HttpRequest request;
    private final Speaker speaker;
    private final @Nullable Ruling ruling;
    /** When it was decided, by the wall clock. */
    private final long wallNanos;

    private final boolean toScript;
    /** Made at the latest when it is asked for; two threads may both make it, and make the same. */
    private @Nullable Answer answer;

    private Verdict(
            HttpRequest request,
            Speaker speaker,
            @Nullable Ruling ruling,
            long wallNanos,
            boolean toScript,
            @Nullable Answer answer) {
        this.request = request;
        this.speaker = speaker;
        this.ruling = ruling;
        this.wallNanos = wallNanos;
        this.toScript = toScript;
        this.answer = answer;
    }

    /** {@code toScript}: whether a browser asks for a script of some origin. */
    static Verdict of(HttpRequest request, Speaker speaker, Ruling ruling, long wallNanos, boolean toScript) {
        return new Verdict(request, speaker, ruling, wallNanos, toScript, null);
    }

    /** The request was not understood. */
    static Verdict bad(HttpRequest request, Speaker speaker, Answer answer) {
        return new Verdict(request, speaker, null, 0, false, answer);
    }

    /** Nobody could say anything: the request goes on. */
    static Verdict undecided(HttpRequest request, Speaker speaker) {
        return new Verdict(request, speaker, null, 0, false, null);
    }

    /** Whether the request goes on: there is no {@link #answer}. */
    public boolean passes() {
        return ruling == null ? answer == null : ruling.outcome().passes();
    }

    /** Null if the request goes on. */
    public @Nullable Answer answer() {
        Answer made = answer;
        if (made == null && ruling != null && !ruling.outcome().passes()) {
            made = speaker.answer(request, ruling, wallNanos);
            answer = made;
        }
        return made;
    }

    /**
     * The same as HTTP/1.1 sends it, from the status line to the end of the body; not to be changed. Null if the request goes on.
     *
     * @param keepAlive whether the connection stays open after it
     * @param lines further whole header lines, such as the date: the same array as long as they are the same, because an answer that was sent of late is known by it
     */
    public byte @Nullable [] answerBytes(boolean keepAlive, byte[] lines) {
        if (ruling != null) {
            return ruling.outcome().passes() ? null : speaker.bytes(request, ruling, wallNanos, keepAlive, lines);
        }
        return answer == null ? null : WireAnswer.of(answer, request, keepAlive, lines);
    }

    /** How the client stands, for the application's answer; empty where an {@link #answer} says it already. */
    public List<Field> fields() {
        return ruling == null || !ruling.outcome().passes() ? List.of() : speaker.fields(ruling, wallNanos, toScript);
    }

    /** The same as lines, without making text of them. */
    public void writeFields(FieldSink out) {
        if (ruling != null && ruling.outcome().passes()) {
            speaker.write(ruling, wallNanos, toScript, out);
        }
    }

    /**
     * Whether the fields tell how somebody stands who was only named, not yet proven: they must not go on an answer with status 401 or 403, or anybody could
     * learn them.
     */
    public boolean personal() {
        return ruling != null && ruling.outcome().passes() && speaker.isPersonal(ruling);
    }

    /** What the rules said; null if the request was not understood, or nobody could decide. */
    public @Nullable Ruling ruling() {
        return ruling;
    }

    /** How long the request waits before it goes on. */
    public long delayNanos() {
        return ruling == null || !ruling.outcome().passes() ? 0 : ruling.delayNanos();
    }

    /**
     * The client has left before its request went on. One that was to be delayed gets its permits back, since the application never saw it; every other stays charged, or clients could have decisions made
     * without paying for them.
     */
    public void abandon() {
        if (ruling != null && delayNanos() > 0) {
            ruling.cancel();
        }
    }

    /**
     * For doors that cannot wait: gives the permits back, and refuses until the wait would have been over.
     *
     * @throws IllegalStateException if nobody decided, so that there is nothing to wait for
     */
    public Answer refuseInsteadOfWaiting() {
        Answer stopped = answer();
        if (stopped != null) {
            return stopped;
        }
        if (ruling == null) {
            throw new IllegalStateException("there is nothing to wait for");
        }
        ruling.cancel();
        return speaker.insteadOfWaiting(request, ruling, wallNanos);
    }
}
