package io.sluice.cli.simulate;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What an event may say. */
enum Field {
    T("t"),
    KEY("key"),
    PERMITS("permits"),
    OP("op"),
    ID("id"),
    MAX_WAIT_NANOS("maxWaitNanos"),
    DURATION_NANOS("durationNanos"),
    LIMIT("limit");

    static final String NAMES = Arrays.stream(values()).map(Field::toString).collect(Collectors.joining(", "));

    private static final Map<String, Field> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toMap(Field::toString, Function.identity()));

    private final String name;

    Field(String name) {
        this.name = name;
    }

    static @Nullable Field named(String name) {
        return BY_NAME.get(name);
    }

    @Override
    public String toString() {
        return name;
    }
}
