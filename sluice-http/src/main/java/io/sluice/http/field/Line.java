package io.sluice.http.field;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.core.Decision;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Header lines as HTTP/1.1 has them, with gaps for numbers; left out as a whole where a number that they need is not there. */
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

    /** Neighbours that need the same become one. */
    static Line[] of(List<FieldShape> shapes) {
        List<Line> lines = new ArrayList<>();
        int end;
        for (int start = 0; start < shapes.size(); start = end) {
            end = start + 1;
            while (end < shapes.size()
                    && shapes.get(end).needed() == shapes.get(start).needed()) {
                end++;
            }
            lines.add(joined(shapes.subList(start, end)));
        }
        return lines.toArray(new Line[0]);
    }

    private static Line joined(List<FieldShape> shapes) {
        List<byte[]> texts = new ArrayList<>();
        List<Gap> gaps = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (FieldShape shape : shapes) {
            text.append(shape.name()).append(": ").append(shape.texts().get(0));
            for (int i = 0; i < shape.gaps().size(); i++) {
                texts.add(text.toString().getBytes(UTF_8));
                gaps.add(shape.gaps().get(i));
                text.setLength(0);
                text.append(shape.texts().get(i + 1));
            }
            text.append("\r\n");
        }
        texts.add(text.toString().getBytes(UTF_8));
        return new Line(shapes.get(0).needed(), texts.toArray(new byte[0][]), gaps.toArray(new Gap[0]));
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
}
