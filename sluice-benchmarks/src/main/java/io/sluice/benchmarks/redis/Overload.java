package io.sluice.benchmarks.redis;

import io.sluice.testkit.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Several processes ask for ten times the limit, and in the middle Redis is killed and started again, empty: is more granted
 * than there was?
 */
final class Overload {
    static final int PROCESSES = 4;
    static final Load LOAD = new Load("overload", 1, 1, 200, Duration.ofSeconds(1), 100);

    private static final double TIMES_THE_LIMIT = 10;
    static final double PER_SECOND = LOAD.permits() * 1e9 / LOAD.period().toNanos();
    /** Shares of the whole time. Who tries again after a pause needs the time from BACK to SETTLED to notice. */
    private static final double KILLED = 0.3;

    private static final double BACK = 0.45;
    private static final double SETTLED = 0.75;

    private Overload() {}

    static Story run(Entrant entrant, Duration time) throws IOException {
        List<CallerProcess> callers = new ArrayList<>();
        try (RedisServer redis = RedisServer.start()) {
            double each = TIMES_THE_LIMIT * PER_SECOND / PROCESSES;
            for (int i = 0; i < PROCESSES; i++) {
                callers.add(CallerProcess.start(redis.url(), entrant, each));
            }
            for (CallerProcess caller : callers) {
                caller.awaitReady();
            }
            return run(redis, callers, time);
        } finally {
            callers.forEach(CallerProcess::close);
        }
    }

    private static Story run(RedisServer redis, List<CallerProcess> callers, Duration time) throws IOException {
        long micros = time.toNanos() / 1_000;
        long begin = OverloadCaller.now();
        long end = begin + micros;
        for (CallerProcess caller : callers) {
            caller.begin(begin, end);
        }
        waitUntil(begin + (long) (micros * KILLED));
        long killed = OverloadCaller.now();
        redis.kill();
        waitUntil(begin + (long) (micros * BACK));
        redis.restart();
        long back = OverloadCaller.now();
        Story story = new Story(begin, killed, back, Math.max(back, begin + (long) (micros * SETTLED)), end);
        for (CallerProcess caller : callers) {
            caller.tell(story);
        }
        return story;
    }

    private static void waitUntil(long micros) {
        for (long left = micros - OverloadCaller.now(); left > 0; left = micros - OverloadCaller.now()) {
            LockSupport.parkNanos(left * 1_000);
        }
    }
}
