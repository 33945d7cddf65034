package io.sluice.cli.simulate;

import io.sluice.core.Limit;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** One line of input. Filled anew for each line. */
final class Event {
    /** Stands for no bound. */
    static final long UNBOUNDED = Long.MAX_VALUE;

    private static final Limit[] NO_LIMITS = {};

    long t;
    String key = "";
    long permits;
    Op op = Op.ACQUIRE;
    String id = "";
    long maxWaitNanos;
    long durationNanos;
    Limit[] limits = NO_LIMITS;

    private final Map<Field, Integer> places = new EnumMap<>(Field.class);

    void clear() {
        t = 0;
        key = "";
        permits = 1;
        op = Op.ACQUIRE;
        id = "";
        maxWaitNanos = UNBOUNDED;
        durationNanos = UNBOUNDED;
        limits = NO_LIMITS;
        places.clear();
    }

    void found(Field field, int at) {
        places.put(field, at);
    }

    boolean has(Field field) {
        return places.containsKey(field);
    }

    /** Where the value of a field that is there begins. */
    int place(Field field) {
        return Objects.requireNonNull(places.get(field));
    }
}
