package io.sluice.http.field;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A header field with gaps for numbers.
 *
 * @param needed without this number the field is left out; null: it never is
 * @param texts what stands around the gaps, one more than there are gaps
 */
record FieldShape(String name, @Nullable Gap needed, List<String> texts, List<Gap> gaps) {
    /** Collects fields one after the other. */
    static final class Collector {
        private final List<FieldShape> shapes = new ArrayList<>();
        private final List<String> texts = new ArrayList<>();
        private final List<Gap> gaps = new ArrayList<>();
        private String name = "";
        private @Nullable Gap needed;

        /** What follows up to the next call needs this number; null: none. */
        Collector needs(@Nullable Gap gap) {
            needed = gap;
            return this;
        }

        Collector field(String its, String value) {
            name = its;
            return last(value);
        }

        Collector field(String its, long value) {
            return field(its, Long.toString(value));
        }

        Collector field(String its, Gap gap) {
            return field(its, "", gap).last("");
        }

        /** Begins a field that goes on behind the gap. */
        Collector field(String its, String before, Gap gap) {
            name = its;
            return and(before, gap);
        }

        Collector and(String before, Gap gap) {
            texts.add(before);
            gaps.add(gap);
            return this;
        }

        Collector last(String after) {
            texts.add(after);
            shapes.add(new FieldShape(name, needed, List.copyOf(texts), List.copyOf(gaps)));
            texts.clear();
            gaps.clear();
            return this;
        }

        List<FieldShape> shapes() {
            return shapes;
        }
    }
}
