package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Looks again and again, for a bounded time. */
public final class Until {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Until() {}

    public static void holds(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - end)
                    .as("still not after %s", PATIENCE)
                    .isNegative();
            Thread.sleep(1);
        }
    }
}
