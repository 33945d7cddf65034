package io.sluice.redis.script;

import java.util.List;

/** Saying that an instance is there: what {@code beat.lua} is asked. */
public final class Beat {
    private static final Script SCRIPT = Scripts.of(List.of("beat"));

    private Beat() {}

    public static Script script() {
        return SCRIPT;
    }
}
