package io.sluice.server.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Answers that come before the request has ended, and words before the answer. */
class EarlyAnswersTest {
    private static final String ONE = "version: 1\nrules:\n  all: { per: ip, limit: 1/day }\n";

    @AfterAll
    static void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    private static boolean continued(RawUpstream.Request request) throws IOException {
        if (!request.headers("Expect").isEmpty()) {
            request.answer("HTTP/1.1 100 Continue\r\n\r\n");
        }
        return request.ok(new String(request.body(), US_ASCII));
    }

    @Test
    void theTargetSaysWhetherToContinue() throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(RawUpstream.start(EarlyAnswersTest::continued))
                        .start();
                RawClient client = scene.connect()) {
            for (int i = 0; i < 2; i++) {
                client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
                assertThat(client.reply().status()).isEqualTo(100);
                assertThat(client.send("hello").reply().text()).isEqualTo("hello");
            }
        }
    }

    @Test
    void aRefusalComesInsteadOfContinue() throws Exception {
        RawUpstream upstream = RawUpstream.start(EarlyAnswersTest::continued);
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).rules(ONE).start();
                RawClient client = scene.connect()) {
            client.get("/");
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
            RawClient.Reply refused = client.reply();
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.has("Connection: close")).isTrue();
            assertThat(client.isClosedByServer()).isTrue();
            assertThat(upstream.requests).hasSize(1);
        }
    }

    @Test
    void aTargetThatBreaksOffBehindContinueIs502() throws Exception {
        RawUpstream upstream = RawUpstream.start(request -> {
            request.answer("HTTP/1.1 100 Continue\r\n\r\n");
            request.body();
            return false;
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.reply().status()).isEqualTo(100);
            assertThat(client.send("hello").reply().status()).isEqualTo(502);
            assertThat(client.get("/again").status()).as("the connection stays").isEqualTo(100);
        }
    }

    @Test
    void aTargetThatFallsSilentBehindItsHintsIs504() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        RawUpstream upstream = RawUpstream.start(request -> {
            request.answer("HTTP/1.1 103 Early Hints\r\n\r\n");
            await(over);
            return false;
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            scene.upstreams.times = new UpstreamTimes(20_000, 200, 20_000, 20_000, 20_000);
            assertThat(client.get("/").status()).isEqualTo(103);
            assertThat(client.reply().status()).isEqualTo(504);
            over.countDown();
        }
    }

    @Test
    void hintsPassAndTheAnswerFollows() throws Exception {
        RawUpstream upstream = RawUpstream.start(request -> {
            request.answer("HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n");
            return request.ok("done");
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            RawClient.Reply hint = client.get("/");
            assertThat(hint.status()).isEqualTo(103);
            assertThat(hint.has("Link: </a.css>")).isTrue();
            assertThat(client.reply().status()).isEqualTo(102);
            assertThat(client.reply().text()).isEqualTo("done");
        }
    }

    @Test
    void aSmallBodyOfARefusedRequestIsSkipped() throws Exception {
        RawUpstream upstream = RawUpstream.start(request -> request.ok("ok"));
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).rules(ONE).start();
                RawClient client = scene.connect()) {
            client.get("/");
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n");
            assertThat(client.reply().status()).isEqualTo(429);
            client.send("x".repeat(5_000));
            assertThat(client.get("/").status()).isEqualTo(429);
        }
    }

    @Test
    void aLargeBodyOfARefusedRequestDoesNotHideTheRefusal() throws Exception {
        RawUpstream upstream = RawUpstream.start(request -> request.ok("ok"));
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).rules(ONE).start();
                RawClient client = scene.connect()) {
            client.get("/");
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10485760\r\n\r\n");
            client.send(new byte[10 << 20]);
            RawClient.Reply refused = client.reply();
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.has("Connection: close")).isTrue();
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void aTargetMayAnswerBeforeTheBodyHasCome() throws Exception {
        RawUpstream upstream = RawUpstream.start(
                request -> request.answer("HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n"));
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
            RawClient.Reply reply = client.reply();
            assertThat(reply.status()).isEqualTo(413);
            assertThat(reply.has("Connection: close")).isTrue();
            client.send(new byte[1_000_000]);
            client.socket.shutdownOutput();
            assertThat(client.rest()).isEmpty();
            assertThat(scene.upstreams.told).containsExactly("succeeded 413");
        }
    }

    /** Reads a part of the body, answers, and resets the connection while more is on its way. */
    private static RawUpstream resetting(CountDownLatch mayAnswer, CountDownLatch hasReset) {
        return RawUpstream.start(request -> {
            request.in().readNBytes(100_000);
            await(mayAnswer);
            request.answer("HTTP/1.1 413 Content Too Large\r\nContent-Length: 9\r\n\r\ntoo large");
            request.socket().setSoLinger(true, 0);
            request.socket().close();
            hasReset.countDown();
            return false;
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Thread upload(RawClient client) {
        Thread sender = new Thread(() -> {
            try {
                client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 33554432\r\n\r\n");
                client.send(new byte[32 << 20]);
            } catch (IOException closed) {
                // the answer did not wait for all of it
            }
        });
        sender.start();
        return sender;
    }

    @Test
    void anAnswerIsPassedOnThoughTheTargetResetsTheConnectionBehindIt() throws Exception {
        for (int i = 0; i < 30; i++) {
            RawUpstream upstream = resetting(new CountDownLatch(0), new CountDownLatch(1));
            try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                    RawClient client = scene.connect()) {
                Thread sender = upload(client);
                assertThat(client.reply().text()).isEqualTo("too large");
                client.socket.close();
                sender.join();
                assertThat(scene.upstreams.told).containsExactly("succeeded 413");
            }
        }
    }

    @Test
    void anAnswerIsPassedOnThoughTheNextWriteFails() throws Exception {
        CountDownLatch mayAnswer = new CountDownLatch(1);
        CountDownLatch hasReset = new CountDownLatch(1);
        BlockingQueue<Channel> channels = new LinkedBlockingQueue<>();
        GatewayScene scene = GatewayScene.inFrontOf(resetting(mayAnswer, hasReset));
        scene.settings(scene.settings.frontDoor((channel, installHttp1) -> {
            channels.add(channel);
            installHttp1.run();
        }));
        try (scene;
                RawClient client = scene.start().connect()) {
            Thread sender = upload(client);
            Channel channel = channels.take();
            GatewayScene.until("held up", () -> !channel.config().isAutoRead());
            channel.eventLoop().execute(() -> {
                mayAnswer.countDown();
                await(hasReset);
            });
            assertThat(client.reply().text()).isEqualTo("too large");
            client.socket.close();
            sender.join();
            assertThat(scene.upstreams.told).containsExactly("succeeded 413");
        }
    }

    @Test
    void aTargetThatOnlyResetsIs502() throws Exception {
        RawUpstream upstream = RawUpstream.start(request -> {
            request.in().readNBytes(100_000);
            request.socket().setSoLinger(true, 0);
            return false;
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            Thread sender = upload(client);
            assertThat(client.reply().status()).isEqualTo(502);
            client.socket.close();
            sender.join();
            assertThat(scene.upstreams.told).containsExactly("failed");
        }
    }
}
