package io.sluice.rules;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known about a request: all that a door tells the engine. */
public interface Attributes {
    /** Null if the request has no such thing. Asked often, so quick; the same answer for the whole request. */
    @Nullable
    String get(Attribute attribute);

    /** Whether the request cannot say who asks, as a browser's preflight: rules that count by an identity are left out. */
    default boolean anonymous() {
        return false;
    }

    /** Whether the request can be delayed. Where its door has to answer at once, it is refused instead, for as long as it would have waited. */
    default boolean canWait() {
        return true;
    }

    /** How often it is charged what it costs, where one question stands for several requests; 0 looks and takes nothing. */
    default long times() {
        return 1;
    }

    /** Names as in rule files: {@code {"method": "GET", "path": "/", "header.user-agent": "curl"}}. */
    static Attributes of(Map<String, String> values) {
        Map<Attribute, String> known = new HashMap<>();
        values.forEach((name, value) -> known.put(Attribute.of(name), value));
        return known::get;
    }
}
