package io.sluice.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.rules.list.Cidr;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A gateway that is about to close takes nothing new and ends what is under way. */
class DrainTest {
    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private final RawUpstream upstream = RawUpstream.start(request -> {
        awaitLeave();
        return request.ok("late");
    });

    private void awaitLeave() throws IOException {
        try {
            mayAnswer.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @AfterAll
    static void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    @Test
    void whatIsUnderWayEnds() throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient idle = scene.connect();
                RawClient busy = scene.connect()) {
            busy.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            GatewayScene.until("it is under way", () -> upstream.requests.size() == 1);
            GatewayScene.until(
                    "both are connected", () -> scene.gateway().counts().connections() == 2);
            CompletableFuture<Void> drained =
                    CompletableFuture.runAsync(() -> scene.gateway().drain(Duration.ofSeconds(30)));
            assertThat(idle.isClosedByServer()).isTrue();
            assertThatThrownBy(() -> scene.connect().get("/"))
                    .isInstanceOfAny(IOException.class, UncheckedIOException.class);
            mayAnswer.countDown();
            RawClient.Reply reply = busy.reply();
            assertThat(reply.text()).isEqualTo("late");
            assertThat(reply.has("Connection: close")).isTrue();
            assertThat(busy.isClosedByServer()).isTrue();
            busy.socket.close();
            drained.join();
            assertThat(scene.gateway().counts().connections()).isZero();
        }
    }

    @Test
    void aConnectionWhoseAnswerHadBegunEndsBehindIt() throws Exception {
        RawUpstream streaming = RawUpstream.start(request -> {
            request.answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nbeg");
            awaitLeave();
            return request.answer("un");
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(streaming).start();
                RawClient busy = scene.connect();
                RawClient idle = scene.connect();
                RawClient onTheSameLoop = scene.connect()) {
            busy.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(busy.line("beg")).contains("200 OK");
            CompletableFuture<Void> drained =
                    CompletableFuture.runAsync(() -> scene.gateway().drain(Duration.ofMinutes(10)));
            assertThat(idle.isClosedByServer()).isTrue();
            assertThat(onTheSameLoop.isClosedByServer()).isTrue();
            mayAnswer.countDown();
            assertThat(busy.line("un")).isEqualTo("un");
            assertThat(busy.isClosedByServer()).isTrue();
            busy.socket.close();
            drained.join();
        }
    }

    @Test
    void whoHasNotSaidForWhomItSpeaksIsNotWaitedFor() throws Exception {
        GatewayTimes patient = new GatewayTimes(600_000, 600_000, 600_000, 600_000, 5_000);
        GatewayScene scene = GatewayScene.inFrontOf(upstream).times(patient);
        scene.settings(scene.settings.proxyProtocol(List.of(Cidr.parse("127.0.0.1/32"))));
        try (scene;
                RawClient silent = scene.start().connect()) {
            silent.send("PROXY TCP4 192.0");
            GatewayScene.until("it is connected", () -> scene.gateway().counts().connections() == 1);
            CompletableFuture<Void> drained =
                    CompletableFuture.runAsync(() -> scene.gateway().drain(Duration.ofMinutes(10)));
            assertThat(silent.isClosedByServer()).isTrue();
            drained.join();
        }
    }

    @Test
    void patienceEnds() throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient busy = scene.connect()) {
            busy.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            GatewayScene.until("it is under way", () -> upstream.requests.size() == 1);
            scene.gateway().drain(Duration.ofMillis(50));
            assertThat(busy.isClosedByServer()).isTrue();
            mayAnswer.countDown();
        }
    }
}
