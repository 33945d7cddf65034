package io.sluice.http.field;

import io.sluice.core.Decision;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Header lines with gaps for numbers, left out as a whole where a number that they need is not there. */
final class Line {
    private final @Nullable Gap needed;
    /** One more than there are gaps. */
    private final byte[][] texts;

    private final Gap[] gaps;

    private Line(@Nullable Gap needed, byte[][] texts, Gap[] gaps) {
        this.needed = needed;
        this.texts = texts;
        this.gaps = gaps;
    }

    void write(Quota binding, Decision decision, long wallNanos, FieldSink out) {
        if (needed != null && needed.value(binding, decision, wallNanos) == Gap.NEVER) {
            return;
        }
        out.bytes(texts[0]);
        for (int i = 0; i < gaps.length; i++) {
            out.number(gaps[i].value(binding, decision, wallNanos));
            out.bytes(texts[i + 1]);
        }
    }

    /** Puts lines together; those that are always there become one. */
    static final class Builder {
        private final List<Line> lines = new ArrayList<>();
        private final List<byte[]> texts = new ArrayList<>();
        private final List<Gap> gaps = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private @Nullable Gap needed;

        /** What follows up to the next call needs this number; null: none. */
        Builder needs(@Nullable Gap gap) {
            if (gap != needed) {
                end();
                needed = gap;
            }
            return this;
        }

        Builder field(String name, String value) {
            text.append(name).append(": ").append(value).append("\r\n");
            return this;
        }

        Builder field(String name, long value) {
            return field(name, Long.toString(value));
        }

        Builder field(String name, Gap gap) {
            return field(name, "", gap).last("");
        }

        /** Begins a field that goes on behind the gap. */
        Builder field(String name, String before, Gap gap) {
            text.append(name).append(": ");
            return and(before, gap);
        }

        Builder and(String before, Gap gap) {
            text.append(before);
            texts.add(bytes());
            gaps.add(gap);
            return this;
        }

        Builder last(String after) {
            text.append(after).append("\r\n");
            return this;
        }

        private byte[] bytes() {
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            text.setLength(0);
            return bytes;
        }

        private void end() {
            if (!texts.isEmpty() || !text.isEmpty()) {
                texts.add(bytes());
                lines.add(new Line(needed, texts.toArray(new byte[0][]), gaps.toArray(new Gap[0])));
                texts.clear();
                gaps.clear();
            }
        }

        Line[] build() {
            end();
            return lines.toArray(new Line[0]);
        }
    }
}
