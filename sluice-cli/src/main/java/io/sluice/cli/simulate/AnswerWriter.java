package io.sluice.cli.simulate;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes decisions, one compact JSON object a line. They are seen when a buffer is full, or after {@link #flush}. */
final class AnswerWriter {
    private static final int FULL = 1 << 15;
    private static final long NONE = Long.MAX_VALUE;

    private static final byte[] T = JsonWriter.ascii("{\"t\":");
    private static final byte[] KEY = JsonWriter.ascii(",\"key\":");
    private static final byte[] ALLOWED = JsonWriter.ascii(",\"allowed\":true");
    private static final byte[] NOT_ALLOWED = JsonWriter.ascii(",\"allowed\":false");
    private static final byte[] GRANTED = JsonWriter.ascii(",\"granted\":");
    private static final byte[] LIMIT = JsonWriter.ascii(",\"limit\":");
    private static final byte[] REMAINING = JsonWriter.ascii(",\"remaining\":");
    private static final byte[] RETRY_AFTER = JsonWriter.ascii(",\"retryAfterNanos\":");
    private static final byte[] RESET_AFTER = JsonWriter.ascii(",\"resetAfterNanos\":");
    private static final byte[] DELAY = JsonWriter.ascii(",\"delayNanos\":");
    private static final byte[] BINDING = JsonWriter.ascii(",\"binding\":");
    private static final byte[] NULL = JsonWriter.ascii("null");
    private static final byte[] END = JsonWriter.ascii("}\n");

    private final OutputStream out;
    private final JsonWriter json = new JsonWriter();
    private @Nullable Limit lastBinding;
    private String lastBindingText = "";

    AnswerWriter(OutputStream out) {
        this.out = out;
    }

    void write(long t, String key, Decision decision) throws OutputFailure {
        write(t, key, decision, decision.allowed(), decision.never() ? NONE : decision.retryAfterNanos());
    }

    /** The state of a key, after something that was done or not. No wait would help what was not. */
    void write(long t, String key, Decision state, boolean done) throws OutputFailure {
        write(t, key, state, done, done ? 0 : NONE);
    }

    private void write(long t, String key, Decision decision, boolean allowed, long retryAfter) throws OutputFailure {
        number(T, t);
        json.raw(KEY);
        json.text(key);
        json.raw(allowed ? ALLOWED : NOT_ALLOWED);
        number(GRANTED, decision.granted());
        number(LIMIT, decision.limit());
        number(REMAINING, decision.remaining());
        nanos(RETRY_AFTER, retryAfter);
        nanos(RESET_AFTER, decision.resetAfterNanos());
        number(DELAY, decision.delayNanos());
        json.raw(BINDING);
        json.text(text(decision.binding()));
        json.raw(END);
        if (json.size() >= FULL) {
            drain();
        }
    }

    private void number(byte[] name, long value) {
        json.raw(name);
        json.number(value);
    }

    private void nanos(byte[] name, long value) {
        json.raw(name);
        if (value == NONE) {
            json.raw(NULL);
        } else {
            json.number(value);
        }
    }

    private String text(Limit binding) {
        if (!Objects.equals(binding, lastBinding)) {
            lastBinding = binding;
            lastBindingText = binding.toString();
        }
        return lastBindingText;
    }

    void flush() throws OutputFailure {
        drain();
        try {
            out.flush();
        } catch (IOException e) {
            throw new OutputFailure(e);
        }
    }

    private void drain() throws OutputFailure {
        try {
            json.drainTo(out);
        } catch (IOException e) {
            throw new OutputFailure(e);
        }
    }
}
