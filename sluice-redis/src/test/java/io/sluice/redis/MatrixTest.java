package io.sluice.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.SslOptions;
import io.sluice.redis.link.LettuceLink;
import io.sluice.redis.link.RedisAddress;
import io.sluice.redis.script.KeyNames;
import io.sluice.testkit.RedisServer;
import io.sluice.testkit.matrix.Cell;
import io.sluice.testkit.matrix.Matrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs every cell in memory and in a real Redis, and writes down which hold. */
@SuppressWarnings("NullAway.Init") // started before all
class MatrixTest {
    private static final Pattern SCRIPT_CALLS = Pattern.compile("cmdstat_eval(?:sha)?:calls=(\\d+)");
    private static final Matrix MATRIX = new Matrix("memory", "redis");

    private static RedisServer redis;
    private static LettuceLink link;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        link = new LettuceLink(RedisAddress.parse(redis.url()), SslOptions.create());
        link.firstConnection().orTimeout(10, TimeUnit.SECONDS).join();
    }

    @AfterAll
    static void writeTable() throws IOException {
        link.close();
        redis.close();
        MATRIX.write(Path.of("target", "matrix.md"));
        MATRIX.assertNoneMissing();
    }

    static List<Cell> cells() {
        return Cell.all();
    }

    @ParameterizedTest
    @MethodSource("cells")
    void holdsInMemory(Cell cell) throws InterruptedException {
        MATRIX.checkInMemory("memory", cell);
    }

    @ParameterizedTest
    @MethodSource("cells")
    void holdsInRedis(Cell cell) throws InterruptedException {
        long before = scriptCalls();
        MATRIX.check(
                "redis",
                cell,
                clock -> StrictStore.inTimeOf(clock, link, new KeyNames(UUID.randomUUID() + ":"), new Refusals(0)));
        assertThat(scriptCalls()).as("Redis was asked").isGreaterThan(before);
    }

    /** By Redis' own count. */
    private static long scriptCalls() {
        Matcher calls = SCRIPT_CALLS.matcher(String.join("\n", redis.command("INFO", "commandstats")));
        return calls.results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
    }
}
