package io.sluice.http.field;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.core.Decision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A header field as a name and a value, with gaps for numbers; left out where a number that it needs is not there. */
final class Pair {
    private final @Nullable Gap needed;
    private final byte[] name;
    /** One more than there are gaps. */
    private final byte[][] texts;

    private final Gap[] gaps;

    private Pair(FieldShape shape) {
        this.needed = shape.needed();
        this.name = shape.name().getBytes(UTF_8);
        this.texts = shape.texts().stream().map(text -> text.getBytes(UTF_8)).toArray(byte[][]::new);
        this.gaps = shape.gaps().toArray(new Gap[0]);
    }

    static Pair[] of(List<FieldShape> shapes) {
        return shapes.stream().map(Pair::new).toArray(Pair[]::new);
    }

    void write(Quota binding, Decision decision, long wallNanos, PairSink out) {
        if (needed != null && needed.value(binding, decision, wallNanos) == Gap.NEVER) {
            return;
        }
        out.begin(name);
        out.bytes(texts[0]);
        for (int i = 0; i < gaps.length; i++) {
            out.number(gaps[i].value(binding, decision, wallNanos));
            out.bytes(texts[i + 1]);
        }
        out.end();
    }
}
