package io.sluice.server.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.RedisServer;
import io.sluice.testkit.http.RawHttp;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a server says of its Redis from the start, without any traffic. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StoreStateIT {
    @TempDir
    Path folder;

    private final Logger logger = Logger.getLogger("io.sluice.redis.failure.AvailabilityLog");
    private final List<LogRecord> logged = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            logged.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void listenNoMore() {
        logger.removeHandler(handler);
    }

    private ServerScene scene(String url) throws Exception {
        return ServerScene.of("""
                store: { url: "%s", instances: 1, budget: 2s, on-failure: refuse }
                rules:
                  pages: { match: "/pages/{page}", per: page, limit: 4/day }
                  logins: { match: "/login", per: ip, limit: 5/15m sliding-log }
                """.formatted(url), folder);
    }

    private static JsonNode store(ServerScene scene) {
        return JsonMapper.shared()
                .readTree(RawHttp.to(scene.port("admin")).get("/api/store").body());
    }

    private static int ready(ServerScene scene) {
        return RawHttp.to(scene.port("admin")).get("/readyz").status();
    }

    private List<String> logged(Level level) {
        return logged.stream()
                .filter(record -> record.getLevel().equals(level))
                .map(record -> Objects.requireNonNull(record.getMessage()))
                .toList();
    }

    @Test
    void isNotReadyFromTheStartWithoutRedisAndBecomesSoByItself() throws Exception {
        RedisServer redis = RedisServer.start();
        redis.kill();
        try (redis;
                ServerScene scene = scene(redis.url())) {
            assertThat(ready(scene)).isEqualTo(503);
            assertThat(store(scene).get("up").booleanValue()).isFalse();
            assertThat(store(scene).get("lastFailure").stringValue()).contains("Connection refused");
            assertThat(scene.meter("sluice_store_up")).isEqualTo("0.0");
            assertThat(logged(Level.WARNING))
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .startsWith("redis://127.0.0.1:" + redis.port() + " does not answer: ")
                            .contains("Connection refused")
                            .endsWith("until it does, everything is refused"));
            redis.restart();
            ServerScene.until("ready without traffic", () -> ready(scene) == 200);
            assertThat(scene.meter("sluice_store_up")).isEqualTo("1.0");
            assertThat(logged(Level.INFO))
                    .singleElement()
                    .satisfies(line -> assertThat(line).contains(" answers again, after "));
            redis.kill();
            ServerScene.until("not ready, without traffic", () -> ready(scene) == 503);
            assertThat(logged(Level.WARNING)).hasSize(2);
        }
    }

    @Test
    void saysThatThePasswordIsWrong() throws Exception {
        try (RedisServer redis = RedisServer.builder().password("secret").start()) {
            String address = "127.0.0.1:" + redis.port();
            try (ServerScene scene = scene("redis://:wrong@" + address)) {
                assertThat(store(scene).get("lastFailure").stringValue()).startsWith("WRONGPASS");
                assertThat(logged(Level.WARNING))
                        .singleElement()
                        .satisfies(
                                line -> assertThat(line).contains("WRONGPASS").doesNotContain(":wrong@"));
            }
            logged.clear();
            try (ServerScene scene = scene("redis://" + address)) {
                assertThat(store(scene).get("lastFailure").stringValue()).startsWith("NOAUTH");
                assertThat(logged(Level.WARNING))
                        .singleElement()
                        .satisfies(line -> assertThat(line).contains("NOAUTH"));
            }
        }
    }

    @Test
    void isWarmBeforeTheFirstRequest() throws Exception {
        try (RedisServer redis = RedisServer.start();
                ServerScene scene = scene(redis.url())) {
            assertThat(scene.meter("sluice_store_up")).isEqualTo("1.0");
            assertThat(store(scene).get("timeouts").longValue()).isZero();
            assertThat(ready(scene)).isEqualTo(200);
            assertThat(redis.command("INFO", "memory"))
                    .as("scripts of both algorithms and of both together, and the short way")
                    .anyMatch(line -> line.contains("number_of_cached_scripts:")
                            && Integer.parseInt(line.replaceAll("(?s).*number_of_cached_scripts:(\\d+).*", "$1")) >= 4);
            assertThat(redis.command("KEYS", "*rehearsal*")).isEmpty();
            assertThat(logged).isEmpty();
        }
    }
}
