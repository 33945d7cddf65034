package io.sluice.redis.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.SslOptions;
import io.sluice.redis.script.Script;
import io.sluice.testkit.RedisServer;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class LettuceLinkTest {
    private static final Script ECHO = script("return {KEYS[1], ARGV[1], 42}");
    private static final Script WRITE = script("redis.call('SET', KEYS[1], ARGV[1]) return {1}");

    static Script script(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(UTF_8));
            return new Script(text, String.format("%040x", new BigInteger(1, digest)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static Link to(String url) {
        return new LettuceLink(RedisAddress.parse(url), SslOptions.create());
    }

    private static List<Object> run(Link link, Script script) {
        return run(link, script, "k");
    }

    private static List<Object> run(Link link, Script script, String key) {
        return link.run(script, new byte[][] {key.getBytes(UTF_8)}, new byte[][] {"v".getBytes(UTF_8)})
                .toCompletableFuture()
                .orTimeout(10, java.util.concurrent.TimeUnit.SECONDS)
                .join();
    }

    /** Asks until Redis answers. */
    static List<Object> eventually(Link link, Script script) {
        return eventually(link, script, "k");
    }

    static List<Object> eventually(Link link, Script script, String key) {
        Instant end = Instant.now().plus(Duration.ofSeconds(60));
        while (true) {
            try {
                return run(link, script, key);
            } catch (CompletionException e) {
                if (Instant.now().isAfter(end)) {
                    throw e;
                }
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    @Test
    void runsAScriptThatRedisDoesNotKnowYet() {
        try (RedisServer redis = RedisServer.start();
                Link link = to(redis.url())) {
            assertThat(eventually(link, ECHO)).containsExactly("k".getBytes(UTF_8), "v".getBytes(UTF_8), 42L);
        }
    }

    @Test
    void knowsItFromThenOn() {
        try (RedisServer redis = RedisServer.start();
                Link link = to(redis.url())) {
            eventually(link, ECHO);
            redis.command("CONFIG", "RESETSTAT");
            run(link, ECHO);
            assertThat(redis.command("INFO", "commandstats").toString())
                    .contains("cmdstat_evalsha:calls=1")
                    .doesNotContain("cmdstat_eval:");
        }
    }

    @Test
    void survivesAScriptFlush() {
        try (RedisServer redis = RedisServer.start();
                Link link = to(redis.url())) {
            eventually(link, ECHO);
            redis.command("SCRIPT", "FLUSH");
            assertThat(run(link, ECHO)).hasSize(3);
        }
    }

    @Test
    void aFailureIsTheAnswersNotTheCallers() {
        try (RedisServer redis = RedisServer.start();
                Link link = to(redis.url())) {
            eventually(link, ECHO);
            Script wrong = script("return redis.call('INCR', KEYS[1], 'too', 'many')");
            assertThatThrownBy(() -> run(link, wrong)).hasMessageContaining("Wrong number of args");
        }
    }

    @Test
    void startsWithoutRedisAndFindsItByItself() {
        RedisServer redis = RedisServer.start();
        redis.kill();
        try (Link link = to(redis.url())) {
            assertThatThrownBy(() -> run(link, ECHO)).hasMessageContaining("no connection to redis://127.0.0.1");
            redis.restart();
            assertThat(eventually(link, ECHO)).hasSize(3);
        } finally {
            redis.close();
        }
    }

    @Test
    void findsARedisThatWasKilledAgain() {
        try (RedisServer redis = RedisServer.start();
                Link link = to(redis.url())) {
            eventually(link, ECHO);
            redis.kill();
            assertThatThrownBy(() -> run(link, ECHO)).isInstanceOf(CompletionException.class);
            redis.restart();
            assertThat(eventually(link, ECHO)).hasSize(3);
        }
    }

    @Test
    void aReplicaThatBecomesTheMasterIsWrittenToAgain() {
        try (RedisServer master = RedisServer.start();
                RedisServer replica = RedisServer.start();
                Link link = to(replica.url())) {
            eventually(link, ECHO);
            replica.command("REPLICAOF", "127.0.0.1", Integer.toString(master.port()));
            assertThatThrownBy(() -> run(link, WRITE)).hasMessageContaining("READONLY");
            replica.command("REPLICAOF", "NO", "ONE");
            assertThat(eventually(link, WRITE)).containsExactly(1L);
        }
    }

    @Test
    void withAPassword() {
        try (RedisServer redis = RedisServer.builder().password("secret").start();
                Link link = to(redis.url())) {
            assertThat(eventually(link, ECHO)).hasSize(3);
        }
    }

    @Test
    void asAUserWithRights() {
        try (RedisServer redis = RedisServer.builder()
                        .user("limiter", "secret", "~*", "+evalsha", "+eval", "+script|load", "+set")
                        .start();
                Link link = to(redis.url("limiter"))) {
            assertThat(eventually(link, WRITE)).containsExactly(1L);
        }
    }

    @Test
    void overTls() {
        try (RedisServer redis = RedisServer.builder().tls().start()) {
            SslOptions trusting = SslOptions.builder()
                    .jdkSslProvider()
                    .trustManager(redis.certificate().toFile())
                    .build();
            try (Link link = new LettuceLink(RedisAddress.parse(redis.url()), trusting);
                    Link wary = to(redis.url())) {
                assertThat(eventually(link, ECHO)).hasSize(3);
                assertThatThrownBy(() -> run(wary, ECHO)).hasMessageContaining("no connection to rediss://");
            }
        }
    }

    @Test
    void everyKeyIsInOneSlotUnlessThereIsACluster() {
        try (Link alone = to("redis://127.0.0.1:1");
                Link cluster = to("redis-cluster://127.0.0.1:1")) {
            assertThat(alone.slot("a".getBytes(UTF_8))).isZero();
            assertThat(cluster.slot("a".getBytes(UTF_8))).isEqualTo(15_495);
            assertThat(cluster.slot("x{a}y".getBytes(UTF_8))).isEqualTo(15_495);
        }
    }
}
