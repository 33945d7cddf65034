package io.sluice.server.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A client that asks and asks, and reads nothing of what it gets, costs no more than one that reads. */
class UnreadAnswersTest {
    private static final int REQUESTS = 5_000;
    private static final String REFUSED =
            "version: 1\nrules:\n  all: { per: ip, limit: 1/day, message: " + "no ".repeat(3_000) + "}\n";
    private static final String ASK = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final GatewayTimes PATIENT = new GatewayTimes(60_000, 60_000, 60_000, 60_000, 60_000);
    private static final GatewayTimes IMPATIENT = new GatewayTimes(60_000, 300, 60_000, 60_000, 60_000);

    /** The mark of Netty up to which a channel is writable, and room for what was written when it was passed. */
    private static final long LITTLE = 65_536 + 131_072;

    private final BlockingQueue<Channel> channels = new LinkedBlockingQueue<>();

    @AfterAll
    static void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    private GatewayScene scene(RawUpstream upstream, GatewayTimes times) {
        GatewayScene scene = GatewayScene.inFrontOf(upstream).rules(REFUSED);
        scene.settings(scene.settings.times(times).frontDoor((channel, installHttp1) -> {
            channels.add(channel);
            installHttp1.run();
        }));
        return scene.start();
    }

    private static Thread pipeline(RawClient client) {
        Thread sender = new Thread(() -> {
            try {
                for (int i = 0; i < REQUESTS / 100; i++) {
                    client.send(ASK.repeat(100));
                }
            } catch (IOException closed) {
                // by the gateway, or at the end of the test
            }
        });
        sender.start();
        return sender;
    }

    /** When the client takes nothing and the count has not moved for a while. */
    private static void untilHeldUp(Channel client, LongSupplier count) {
        long[] last = {0, System.nanoTime()};
        GatewayScene.until("held up", () -> {
            long now = count.getAsLong();
            if (client.isWritable() || now != last[0]) {
                last[0] = now;
                last[1] = System.nanoTime();
            }
            return System.nanoTime() - last[1] > 300_000_000L;
        });
    }

    private Channel channel() throws InterruptedException {
        Channel channel = channels.poll(30, TimeUnit.SECONDS);
        if (channel == null) {
            throw new AssertionError("no connection");
        }
        return channel;
    }

    private static long pending(Channel channel) {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        return buffer == null ? 0 : buffer.totalPendingWriteBytes();
    }

    @Test
    void furtherRequestsWaitAndGoOnWhenTheAnswersAreRead() throws Exception {
        RawUpstream upstream = RawUpstream.start(request -> request.ok("ok"));
        try (GatewayScene scene = scene(upstream, PATIENT);
                RawClient client = scene.connect()) {
            assertThat(client.get("/").status()).isEqualTo(200);
            Thread sender = pipeline(client);
            Channel channel = channel();
            untilHeldUp(channel, scene.gateway().counts()::requests);
            GatewayScene.until("not read from", () -> !channel.config().isAutoRead());
            assertThat(scene.gateway().counts().requests()).isLessThan(REQUESTS);
            assertThat(pending(channel)).isLessThan(LITTLE);
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(client.reply().status()).isEqualTo(429);
            }
            sender.join();
            assertThat(client.get("/").status()).isEqualTo(429);
        }
    }

    @Test
    void theConnectionIsClosedIfTheyAreNeverRead() throws Exception {
        RawUpstream upstream = RawUpstream.start(request -> request.ok("ok"));
        try (GatewayScene scene = scene(upstream, IMPATIENT);
                RawClient client = scene.connect()) {
            assertThat(client.get("/").status()).isEqualTo(200);
            Thread sender = pipeline(client);
            Channel channel = channel();
            GatewayScene.until("closed", () -> !channel.isOpen());
            assertThat(scene.gateway().counts().requests()).isLessThan(REQUESTS);
            sender.join();
        }
    }

    /** Those that were asked for before the gateway had said that it closes are still given; it reads what comes behind them, for a close would cost the client what it has not read. */
    @Test
    void drainingLetsThemBeRead() throws Exception {
        RawUpstream upstream = RawUpstream.start(request -> request.ok("ok"));
        try (GatewayScene scene = scene(upstream, PATIENT);
                RawClient client = scene.connect()) {
            assertThat(client.get("/").status()).isEqualTo(200);
            Thread sender = pipeline(client);
            untilHeldUp(channel(), scene.gateway().counts()::requests);
            Thread draining = new Thread(() -> scene.gateway().drain(Duration.ofSeconds(30)));
            draining.start();
            sender.join();
            long refused = Pattern.compile("HTTP/1.1 429 ")
                    .matcher(client.rest())
                    .results()
                    .count();
            client.socket.close();
            draining.join();
            assertThat(scene.gateway().counts().requests()).isEqualTo(refused + 1);
        }
    }

    /** Clients with nothing to read are let go meanwhile, on every event loop. */
    @Test
    void theTimeToLingerBeginsWhenAllIsRead() throws Exception {
        GatewayTimes shortlyLingering = new GatewayTimes(60_000, 60_000, 60_000, 60_000, 1);
        RawUpstream upstream = RawUpstream.start(request -> request.ok("ok"));
        try (GatewayScene scene = scene(upstream, shortlyLingering);
                RawClient client = scene.connect()) {
            assertThat(client.get("/").status()).isEqualTo(200);
            Channel channel = channel();
            for (int i = 0; i < 2; i++) {
                scene.connect().get("/");
            }
            Thread sender = pipeline(client);
            untilHeldUp(channel, scene.gateway().counts()::requests);
            Thread draining = new Thread(() -> scene.gateway().drain(Duration.ofSeconds(30)));
            draining.start();
            GatewayScene.until(
                    "the others are gone", () -> scene.gateway().counts().connections() <= 1);
            sender.join();
            long refused = Pattern.compile("HTTP/1.1 429 ")
                    .matcher(client.rest())
                    .results()
                    .count();
            draining.join();
            assertThat(scene.gateway().counts().requests()).isEqualTo(refused + 3);
        }
    }

    /** As if the client had sent them at the very moment. */
    @Test
    void theLastRequestThatDrainingLetsPassIsAnsweredToo() throws Exception {
        CountDownLatch mayAnswer = new CountDownLatch(1);
        RawUpstream upstream = RawUpstream.start(request -> {
            try {
                mayAnswer.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return request.ok("x".repeat(1_000_000));
        });
        try (GatewayScene scene = scene(upstream, PATIENT);
                RawClient client = scene.connect()) {
            client.send(ASK.repeat(1_000));
            GatewayScene.until("one is under way", () -> upstream.requests.size() == 1);
            Thread draining = new Thread(() -> scene.gateway().drain(Duration.ofSeconds(30)));
            draining.start();
            GatewayScene.until("the door is shut", () -> !isOpen(scene.port()));
            mayAnswer.countDown();
            assertThat(client.reply().body()).hasSize(1_000_000);
            assertThat(client.rest()).isEmpty();
            client.socket.close();
            draining.join();
        }
    }

    private static boolean isOpen(int port) {
        try (RawClient another = RawClient.to(port)) {
            return another.socket.isConnected();
        } catch (IOException | UncheckedIOException refused) {
            return false;
        }
    }

    /** Sends hints until nobody takes them any more, which is when the count stands still. */
    private static RawUpstream hinting(AtomicLong hints, int most) {
        byte[] hint = ("HTTP/1.1 103 Early Hints\r\nLink: </" + "a".repeat(4_000) + ">\r\n\r\n").getBytes(US_ASCII);
        return RawUpstream.start(request -> {
            while (hints.get() < most) {
                request.out().write(hint);
                hints.incrementAndGet();
            }
            return request.ok("done");
        });
    }

    @Test
    void hintsAreHeldBackToo() throws Exception {
        AtomicLong hints = new AtomicLong();
        int most = 10_000;
        try (GatewayScene scene = scene(hinting(hints, most), PATIENT);
                RawClient client = scene.connect()) {
            client.send(ASK);
            Channel channel = channel();
            untilHeldUp(channel, hints::get);
            assertThat(pending(channel)).isLessThan(LITTLE);
            for (int i = 0; i < most; i++) {
                assertThat(client.reply().status()).isEqualTo(103);
            }
            assertThat(client.reply().text()).isEqualTo("done");
        }
    }

    @Test
    void hintsThatAreNeverReadEndTheConnection() throws Exception {
        AtomicLong hints = new AtomicLong();
        try (GatewayScene scene = scene(hinting(hints, Integer.MAX_VALUE), IMPATIENT);
                RawClient client = scene.connect()) {
            client.send(ASK);
            Channel channel = channel();
            GatewayScene.until("closed", () -> !channel.isOpen());
            GatewayScene.until("told", () -> scene.upstreams.told.contains("dropped"));
        }
    }
}
