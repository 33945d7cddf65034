package io.sluice.http;

import io.sluice.http.client.Peer;
import io.sluice.http.path.QueryText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request as a door sees it: nothing decoded, nothing believed. Where a method has a default, a door that keeps requests as bytes can answer without making
 * text of them.
 */
public interface HttpRequest {
    String method();

    /** The path as in the request line, still encoded; {@code *} for {@code OPTIONS *}. */
    String path();

    /** What follows the question mark, still encoded; null if there is none. */
    @Nullable
    String query();

    /** Whether the query holds nothing but what may stand in one; a door that has seen to it says so without looking. */
    default boolean hasPlainQuery() {
        String query = query();
        return query == null || QueryText.isPlain(query);
    }

    /** Whom the request is addressed to, with the port if it was given; null if it does not say. */
    @Nullable
    String host();

    /** The literal address that the connection comes from; anything else if it has none. */
    String peer();

    /** The same as it is understood; a door whose connections bring many requests knows it beforehand. */
    default Peer origin() {
        return Peer.of(peer());
    }

    /** Whether its door can delay it; else it is refused where it would be. */
    default boolean canWait() {
        return true;
    }

    /** The lines of a header in their order; the name in any case. */
    List<String> headers(String name);

    /** The names of all headers, in any case and order. */
    Iterable<String> headerNames();

    /** The first line of a header; null if there is none. */
    default @Nullable String header(String name) {
        List<String> lines = headers(name);
        return lines.isEmpty() ? null : lines.get(0);
    }

    /** How many lines of a header there are. */
    default int count(String name) {
        return headers(name).size();
    }

    /** Whether a header has exactly these lines. */
    default boolean hasLines(String name, List<String> lines) {
        return headers(name).equals(lines);
    }

    /** Whether any header's name has an underscore in it. */
    default boolean hasUnderscoredHeader() {
        for (String name : headerNames()) {
            if (name.indexOf('_') >= 0) {
                return true;
            }
        }
        return false;
    }
}
