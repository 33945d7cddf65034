package io.sluice.redis.failure;

import java.lang.System.Logger.Level;
import java.time.Duration;

/** One warning when a store stops answering, with the cause, and one line when it answers again. */
final class AvailabilityLog implements Availability.Listener {
    private static final System.Logger LOG = System.getLogger(AvailabilityLog.class.getName());

    private final String name;
    private final String meanwhile;

    AvailabilityLog(String name, OnFailure onFailure) {
        this.name = name;
        this.meanwhile = switch (onFailure) {
            case LOCAL -> "limits are counted in this process";
            case ALLOW -> "everything is allowed";
            case REFUSE -> "everything is refused";
        };
    }

    @Override
    public void down(Throwable cause) {
        LOG.log(
                Level.WARNING,
                () -> name + " does not answer: " + RootCause.of(cause) + "; until it does, " + meanwhile);
    }

    @Override
    public void up(Duration afterOutage) {
        LOG.log(Level.INFO, () -> name + " answers again, after " + afterOutage.toMillis() + " ms");
    }
}
