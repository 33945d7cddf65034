package io.sluice.server.keys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;
import io.sluice.server.Server;
import io.sluice.server.gateway.RawClient;
import io.sluice.server.gateway.RawUpstream;
import io.sluice.server.log.ProcessLog;
import io.sluice.server.settings.ServerSettings;
import io.sluice.testkit.keys.Shows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.logging.LogManager;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for the whole process. */
class ProcessKeysTest {
    @TempDir
    Path folder;

    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private final RawUpstream upstream = RawUpstream.start(request -> {
        if (request.line().contains("/late")) {
            await(mayAnswer);
        }
        return request.ok("passed");
    });

    @AfterEach
    void close() {
        mayAnswer.countDown();
        upstream.close();
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    @Shows("server.access-log")
    void everyRequestIsWrittenDownBesideTheRules() throws Exception {
        try (ServerScene scene = ServerScene.with(upstream, folder, "access-log: access.jsonl")) {
            assertThat(scene.client().get("/written/down").status()).isEqualTo(200);
        }
        assertThat(Files.readAllLines(folder.resolve("access.jsonl")))
                .singleElement()
                .asString()
                .contains("/written/down", "200");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text | [^{]* INFO Server: drained",
                "json | \\{\"time\":.*\"level\":\"INFO\".*\"message\":\"drained\"\\}"
            })
    @Shows({"server.log=text", "server.log=json"})
    void saysWhatItDoesInThatForm(String form, String line) throws Exception {
        ServerSettings settings =
                ServerScene.settings("rules: { all: { limit: 1/s } }\nserver: { log: " + form + " }", folder);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ProcessLog.start(settings.log(), new PrintStream(said, true, UTF_8));
        try (Server server = Server.start(settings)) {
            server.drain();
        } finally {
            LogManager.getLogManager().readConfiguration();
        }
        assertThat(said.toString(UTF_8).lines()).anyMatch(each -> each.matches(line));
    }

    @Test
    @Shows({"server.snapshot.file", "server.snapshot.every"})
    void countersAreSavedSoOftenAndReadAtTheStart() throws Exception {
        String lines = "rules: { all: { per: ip, limit: 1/day } }\n" + ServerScene.to(upstream)
                + "server: { snapshot: { file: counters, every: %s } }";
        try (ServerScene first = ServerScene.of(lines.formatted("20ms"), folder)) {
            assertThat(first.client().get("/").status()).isEqualTo(200);
            Files.deleteIfExists(folder.resolve("counters"));
            ServerScene.until("a snapshot", () -> Files.exists(folder.resolve("counters")));
        }
        try (ServerScene second = ServerScene.of(lines.formatted("1h"), folder)) {
            assertThat(second.client().get("/").status()).isEqualTo(429);
            Files.delete(folder.resolve("counters"));
        }
        assertThat(folder.resolve("counters")).as("at the end").exists();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    @Shows("server.threads")
    void connectionsShareSoManyLoops(int threads) throws Exception {
        LoopThreads before = LoopThreads.now();
        try (ServerScene scene = ServerScene.with(upstream, folder, "threads: " + threads)) {
            for (int i = 0; i < 4 * threads; i++) {
                assertThat(scene.client().get("/").status()).isEqualTo(200);
            }
            assertThat(LoopThreads.now().without(before).threads()).hasSize(threads);
        }
    }

    @ParameterizedTest
    @CsvSource({"epoll, io.netty.channel.epoll.", "io-uring, io.netty.channel.uring.", "nio, io.netty.channel.nio."})
    @Shows({"server.transport=epoll", "server.transport=io-uring", "server.transport=nio"})
    void asksTheSystemForBytesInThatWay(String transport, String classes) throws Exception {
        String key = "transport: " + transport;
        if ((transport.equals("epoll") && !Epoll.isAvailable())
                || (transport.equals("io-uring") && !IoUring.isAvailable())) {
            Assertions.assertThatThrownBy(() -> ServerScene.with(upstream, folder, key))
                    .hasMessageMatching(
                            "server.transport: " + transport + " cannot be used here \\((?s:.*)\\); use nio");
            return;
        }
        LoopThreads before = LoopThreads.now();
        try (ServerScene scene = ServerScene.with(upstream, folder, key)) {
            assertThat(scene.client().get("/").status()).isEqualTo(200);
            LoopThreads own = LoopThreads.now().without(before);
            ServerScene.until("a loop that waits by " + transport, () -> own.areIn(classes));
        }
    }

    @Test
    @Shows("server.drain")
    void requestsUnderWayMayTakeSoLong() throws Exception {
        try (ServerScene patient = ServerScene.with(upstream, folder, "drain: 1h");
                ServerScene hasty = ServerScene.with(upstream, folder, "drain: 50ms");
                RawClient slow = patient.connect();
                RawClient late = hasty.connect()) {
            slow.send("GET /late HTTP/1.1\r\nHost: a\r\n\r\n");
            late.send("GET /late HTTP/1.1\r\nHost: a\r\n\r\n");
            ServerScene.until("both are under way", () -> upstream.requests.size() == 2);
            CompletableFuture<Void> draining = CompletableFuture.runAsync(patient.server::drain);
            hasty.server.drain();
            assertThat(late.isClosedByServer()).isTrue();
            mayAnswer.countDown();
            assertThat(slow.reply().text()).isEqualTo("passed");
            draining.join();
        }
    }

    @Test
    @Shows("server.proxy-protocol[]")
    void loadBalancersOfTheseNetworksSayWhoIsBehindThem() throws Exception {
        try (ServerScene scene = ServerScene.with(upstream, folder, "proxy-protocol: [192.0.2.0/24, 127.0.0.1/32]");
                RawClient balancer = scene.connect()) {
            balancer.send("PROXY TCP4 203.0.113.7 192.0.2.1 5000 80\r\n");
            assertThat(balancer.get("/").status()).isEqualTo(200);
            assertThat(scene.client().from("127.0.0.2").get("/").status()).isEqualTo(200);
            assertThat(upstream.requests.stream().flatMap(request -> request.headers("X-Forwarded-For").stream()))
                    .containsExactly("203.0.113.7", "127.0.0.2");
        }
    }
}
