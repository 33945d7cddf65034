package io.sluice.rules;

import io.sluice.rules.match.PathPattern;
import java.util.List;

/** How many permits a request takes. */
public sealed interface Cost {
    Cost ONE = new Fixed(1);

    record Fixed(long permits) implements Cost {}

    /** By pattern of the path, the most specific that matches. */
    record ByPath(List<Priced> paths, long otherwise) implements Cost {
        public ByPath {
            paths = List.copyOf(paths);
        }
    }

    /** {@code method} is "" for every method. */
    record Priced(String method, PathPattern path, long permits) {}

    /**
     * What a header or a query parameter says.
     *
     * @param otherwise if it is not there, or no number
     */
    record Said(Attribute attribute, long least, long most, long otherwise) implements Cost {}

    /**
     * What the answer says in a header: {@code estimate} is taken first, and the difference penalized or refunded when the response ends.
     */
    record Answered(String header, long estimate, long most) implements Cost {}
}
