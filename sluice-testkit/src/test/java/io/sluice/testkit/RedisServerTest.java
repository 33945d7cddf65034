package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SslOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RedisServerTest {
    @Test
    void startsEmptyAndWritesNoFiles() {
        try (RedisServer redis = RedisServer.start()) {
            assertThat(redis.command("DBSIZE")).containsExactly("0");
            assertThat(redis.command("CONFIG", "GET", "save")).containsExactly("save", "");
            assertThat(redis.command("CONFIG", "GET", "appendonly")).containsExactly("appendonly", "no");
            assertThat(redis.url()).isEqualTo("redis://127.0.0.1:" + redis.port());
        }
    }

    @Test
    void severalRunSideBySide() {
        try (RedisServer one = RedisServer.start();
                RedisServer other = RedisServer.start()) {
            one.command("SET", "a", "1");
            assertThat(other.command("GET", "a")).isEmpty();
            assertThat(one.command("GET", "a")).containsExactly("1");
        }
    }

    @Test
    void doesNotAnswerOnceKilled() {
        try (RedisServer redis = RedisServer.start()) {
            redis.kill();
            assertThatThrownBy(() -> redis.command("PING")).isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    void comesBackEmptyOnTheSamePort() {
        try (RedisServer redis = RedisServer.start()) {
            int port = redis.port();
            redis.command("SET", "a", "1");
            redis.restart();
            assertThat(redis.command("GET", "a")).isEmpty();
            redis.kill();
            redis.restart();
            assertThat(redis.command("PING")).containsExactly("PONG");
            assertThat(redis.port()).isEqualTo(port);
        }
    }

    @Test
    void aPausedServerKeepsItsConnectionsAndAnswersLater() throws IOException {
        try (RedisServer redis = RedisServer.start();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), redis.port());
                RespConnection connection = new RespConnection(socket)) {
            redis.pause();
            socket.setSoTimeout(50);
            assertThatThrownBy(() -> connection.ask("PING")).isInstanceOf(SocketTimeoutException.class);
            redis.resume();
            socket.setSoTimeout(10_000);
            assertThat(socket.getInputStream().readNBytes(5)).isEqualTo("+PONG".getBytes(StandardCharsets.US_ASCII));
        }
    }

    @Test
    void wantsThePassword() throws IOException {
        try (RedisServer redis = RedisServer.builder().password("s3cret").start();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), redis.port());
                RespConnection without = new RespConnection(socket)) {
            assertThat(redis.command("PING")).containsExactly("PONG");
            assertThat(pingBy(redis.url())).isEqualTo("PONG");
            assertThatThrownBy(() -> without.ask("PING")).hasMessageContaining("NOAUTH");
        }
    }

    @Test
    void knowsUsersAndWhatTheyMayDo() {
        try (RedisServer redis = RedisServer.builder()
                .user("limiter", "pw", "~sluice:*", "+@all", "-@dangerous")
                .start()) {
            try (RedisClient client = RedisClient.create(redis.url("limiter"));
                    StatefulRedisConnection<String, String> connection = client.connect()) {
                assertThat(connection.sync().set("sluice:a", "1")).isEqualTo("OK");
                assertThatThrownBy(() -> connection.sync().set("other", "1")).hasMessageContaining("NOPERM");
            }
        }
    }

    @Test
    void speaksTlsByACertificateOfItsOwn() {
        try (RedisServer redis = RedisServer.builder().tls().start();
                RedisClient client = RedisClient.create(redis.url())) {
            SslOptions trust = SslOptions.builder()
                    .trustManager(redis.certificate().toFile())
                    .build();
            client.setOptions(ClientOptions.builder().sslOptions(trust).build());
            try (StatefulRedisConnection<String, String> connection = client.connect()) {
                assertThat(connection.sync().ping()).isEqualTo("PONG");
            }
            assertThat(redis.url()).startsWith("rediss://");
        }
    }

    @Test
    void saysWhyItDoesNotStart() {
        assertThatThrownBy(() ->
                        RedisServer.builder().arguments("--no-such-thing", "1").start())
                .hasMessageContaining("Redis does not start")
                .hasMessageContaining("no-such-thing");
    }

    @Test
    void saysThatAFixedPortIsTaken() {
        try (RedisServer redis = RedisServer.start()) {
            assertThatThrownBy(() -> RedisServer.builder().port(redis.port()).start())
                    .hasMessageContaining("Failed listening on port " + redis.port());
        }
    }

    @Test
    void takesMoreArguments() {
        try (RedisServer redis =
                RedisServer.builder().arguments("--maxmemory", "10mb").start()) {
            assertThat(redis.command("CONFIG", "GET", "maxmemory")).containsExactly("maxmemory", "10485760");
        }
    }

    private static String pingBy(String url) {
        try (RedisClient client = RedisClient.create(url);
                StatefulRedisConnection<String, String> connection = client.connect()) {
            return connection.sync().ping();
        }
    }
}
