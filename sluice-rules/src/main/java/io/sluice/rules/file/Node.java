package io.sluice.rules.file;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands in a file: a scalar, a list or a map, each with its place. */
sealed interface Node {
    Place place();

    /** Things in it, itself included: what it costs to look at all of it, even where parts are shared through anchors. */
    long size();

    /** A word for its kind, with article. */
    String kind();

    /** What a scalar is by its look; in quotes it is always text. */
    enum Look {
        TEXT,
        INTEGER,
        NUMBER,
        BOOLEAN,
        NOTHING
    }

    /**
     * A scalar.
     *
     * @param verbatim whether its characters stand in the file one by one, so that a place inside it can be told
     * @param quotes in front of its first character
     */
    record Scalar(Place place, String value, Look look, boolean verbatim, int quotes) implements Node {
        @Override
        public long size() {
            return 1;
        }

        /** Where a character of it stands; where it begins if that cannot be told. */
        Place at(int offset) {
            int inside = Math.max(0, Math.min(offset, value.length()));
            return verbatim ? place.right(quotes + value.codePointCount(0, inside)) : place;
        }

        boolean isNumber() {
            return look == Look.INTEGER || look == Look.NUMBER;
        }

        BigDecimal number() {
            return new BigDecimal(value);
        }

        /** As it would be said in a message. */
        String shown() {
            return Shown.of(value);
        }

        @Override
        public String kind() {
            return switch (look) {
                case TEXT -> "text";
                case INTEGER, NUMBER -> "a number";
                case BOOLEAN -> "true or false";
                case NOTHING -> "nothing";
            };
        }
    }

    /** A list. */
    record Sequence(Place place, List<Node> items, long size) implements Node {
        @Override
        public String kind() {
            return "a list";
        }
    }

    /** A map, in the file's order; no key stands twice. */
    record Mapping(Place place, List<Entry> entries, long size) implements Node {
        /** Null if there is no such key. */
        @Nullable
        Node get(String key) {
            Entry entry = entry(key);
            return entry == null ? null : entry.value();
        }

        @Nullable
        Entry entry(String key) {
            for (Entry entry : entries) {
                if (entry.key().value().equals(key)) {
                    return entry;
                }
            }
            return null;
        }

        boolean has(String key) {
            return entry(key) != null;
        }

        @Override
        public String kind() {
            return "a map";
        }
    }

    /** A key and what stands under it. */
    record Entry(Scalar key, Node value) {
        String name() {
            return key.value();
        }
    }
}
