package io.sluice.redis.failure;

import io.sluice.core.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Counts the instances by a heartbeat, and keeps the last count while there is no answer; 1 until there was one.
 *
 * <p>The count rises at once and falls when {@value #REMEMBERED} answers in a row are lower: a Redis that comes back empty has seen only
 * some of the instances yet, and too low a count would let each take too large a share if it went away again.
 */
public final class Instances implements InstanceCount, AutoCloseable {
    public static final Duration DEFAULT_EVERY = Duration.ofSeconds(5);

    private static final int REMEMBERED = 3;
    /** An instance is gone when it has missed two beats. */
    private static final int TTL_BEATS = 3;

    private final Beats beats;
    private final String instanceId;
    private final Clock clock;
    private final Duration every;
    private final int[] counts = new int[REMEMBERED];
    private int answers;
    private volatile int most = 1;
    private Clock.@Nullable Alarm next;
    private boolean closed;

    private Instances(Beats beats, String instanceId, Clock clock, Duration every) {
        this.beats = beats;
        this.instanceId = instanceId;
        this.clock = clock;
        this.every = every;
    }

    /** Beats now and then every so often, until closed. */
    public static Instances start(Beats beats, String instanceId, Clock clock, Duration every) {
        if (every.toMillis() < 1) {
            throw new IllegalArgumentException("a heartbeat needs a millisecond or more, not " + every);
        }
        Instances instances = new Instances(beats, instanceId, clock, every);
        instances.beat();
        return instances;
    }

    @Override
    public int instances() {
        return most;
    }

    private void beat() {
        if (scheduleNext()) {
            try {
                CompletionStage<Integer> answer = beats.beat(instanceId, every.toMillis() * TTL_BEATS);
                var unused = answer.whenComplete(this::answered);
            } catch (RuntimeException e) {
                // As any beat without an answer: the last count stays.
            }
        }
    }

    /** Before the beat is sent, so that no answer, whether late, wrong or missing, can end the heartbeat. */
    private synchronized boolean scheduleNext() {
        if (!closed) {
            next = clock.schedule(every.toNanos(), this::beat);
        }
        return !closed;
    }

    private synchronized void answered(@Nullable Integer count, @Nullable Throwable failure) {
        if (failure == null && count != null) {
            counts[answers++ % REMEMBERED] = count;
            most = Math.max(1, Arrays.stream(counts).max().orElse(1));
        }
    }

    /** Beats no more; the others miss this instance when its last beat has expired. */
    @Override
    public synchronized void close() {
        closed = true;
        if (next != null) {
            next.cancel();
        }
    }
}
