package io.sluice.cli.simulate;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What an event does. All of them may say {@code t}, {@code key} and {@code permits}; some say more. */
enum Op {
    ACQUIRE,
    ACQUIRE_AT_MOST,
    PEEK,
    RESERVE,
    CANCEL,
    REFUND,
    PENALIZE,
    RESET,
    BLOCK,
    UNBLOCK,
    RECONFIGURE;

    static final String NAMES = Arrays.stream(values()).map(Op::toString).collect(Collectors.joining(", "));

    private static final Map<String, Op> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toMap(Op::toString, Function.identity()));

    static @Nullable Op named(String name) {
        return BY_NAME.get(name);
    }

    boolean takes(Field field) {
        return switch (field) {
            case T, KEY, PERMITS, OP -> true;
            case ID -> this == RESERVE || this == CANCEL;
            case MAX_WAIT_NANOS -> this == RESERVE;
            case DURATION_NANOS -> this == BLOCK;
            case LIMIT -> this == RECONFIGURE;
        };
    }

    /** The ops that take a field. */
    static String taking(Field field) {
        return Arrays.stream(values())
                .filter(op -> op.takes(field))
                .map(Op::toString)
                .collect(Collectors.joining(" or "));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
