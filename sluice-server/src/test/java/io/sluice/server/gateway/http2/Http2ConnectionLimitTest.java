package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.BlackHole;
import io.sluice.server.gateway.RawUpstream;
import io.sluice.server.gateway.upstream.ConnectionLimits;
import io.sluice.server.gateway.upstream.ConnectionSlots;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The same limit for requests that come over HTTP/2, to targets of either version. */
class Http2ConnectionLimitTest {
    private static final String RULES = "rules: { idle: { match: /never, per: ip, limit: 1/day } }\n";
    private static final int LONG = 20_000;

    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();

    private boolean answerLate(RawUpstream.Request request) throws IOException {
        mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
        try {
            mayAnswer.await();
            return request.ok("late");
        } catch (InterruptedException e) {
            throw new IOException(e);
        } finally {
            atOnce.decrementAndGet();
        }
    }

    private static OneUpstream http1(RawUpstream target, ConnectionLimits limits) {
        return OneUpstream.http1(target.address().getPort()).limits(limits);
    }

    @Test
    void requestsBeyondTheLimitWaitAndThoseBeyondTheQueueAreRefused() throws Exception {
        try (RawUpstream target = RawUpstream.start(this::answerLate);
                Http2Scene scene = Http2Scene.of(RULES, http1(target, new ConnectionLimits(2, 30, LONG)));
                FrameClient client = scene.client()) {
            ConnectionSlots slots = scene.upstream.slots();
            List<FrameAnswer> answers = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                answers.add(client.get("/"));
            }
            FrameClient.await("thirty wait", () -> slots.waiting() == 30);
            assertThat(slots.open()).isEqualTo(2);
            FrameAnswer oneTooMany = client.get("/").whole();
            assertThat(oneTooMany.status()).isEqualTo(503);
            assertThat(oneTooMany.header("retry-after")).isEqualTo("1");
            mayAnswer.countDown();
            assertThat(answers)
                    .allSatisfy(answer -> assertThat(answer.whole().text()).isEqualTo("late"));
            assertThat(mostAtOnce.get()).isEqualTo(2);
            assertThat(target.connections.get()).isEqualTo(2);
            assertThat(scene.upstream.told).containsOnlyOnce("dropped").doesNotContain("failed");
        }
    }

    @Test
    void aRequestDoesNotWaitForever() throws Exception {
        try (RawUpstream target = RawUpstream.start(this::answerLate);
                Http2Scene scene = Http2Scene.of(RULES, http1(target, new ConnectionLimits(1, 10, 50)));
                FrameClient client = scene.client()) {
            FrameAnswer first = client.get("/");
            FrameClient.await("one connection", () -> atOnce.get() == 1);
            assertThat(client.get("/").whole().status()).isEqualTo(503);
            mayAnswer.countDown();
            assertThat(first.whole().text()).isEqualTo("late");
        }
    }

    @Test
    void aStreamThatIsResetLeavesTheQueue() throws Exception {
        try (RawUpstream target = RawUpstream.start(this::answerLate);
                Http2Scene scene = Http2Scene.of(RULES, http1(target, new ConnectionLimits(1, 1, LONG)));
                FrameClient client = scene.client()) {
            ConnectionSlots slots = scene.upstream.slots();
            FrameAnswer first = client.get("/");
            FrameClient.await("one connection", () -> atOnce.get() == 1);
            FrameAnswer second = client.get("/");
            FrameClient.await("one waits", () -> slots.waiting() == 1);
            client.reset(second.stream);
            FrameClient.await("none waits", () -> slots.waiting() == 0);
            mayAnswer.countDown();
            assertThat(first.whole().text()).isEqualTo("late");
        }
    }

    /** Streams that are reset at any point leave no slot taken. */
    @Test
    @SuppressWarnings("try") // the target is closed before the end
    void noSlotIsLost() throws Exception {
        try (RawUpstream target = RawUpstream.start(request -> request.ok("passed"));
                Http2Scene scene = Http2Scene.of(RULES, http1(target, new ConnectionLimits(3, 1_000, LONG)))) {
            ConnectionSlots slots = scene.upstream.slots();
            for (int round = 0; round < 10; round++) {
                resetSome(scene, new Random(round));
            }
            FrameClient.await("none waits", () -> slots.waiting() == 0);
            assertThat(slots.open()).isLessThanOrEqualTo(3);
            target.close(); // all its connections end
            FrameClient.await("all slots are free, but " + slots.open(), () -> slots.open() == 0);
        }
    }

    private static void resetSome(Http2Scene scene, Random random) throws IOException {
        try (FrameClient client = scene.client()) {
            List<FrameAnswer> wanted = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                FrameAnswer answer = client.get("/");
                if (random.nextInt(4) == 0) {
                    client.reset(answer.stream);
                } else {
                    wanted.add(answer);
                }
            }
            assertThat(wanted)
                    .allSatisfy(answer -> assertThat(answer.whole().text()).isEqualTo("passed"));
        }
    }

    @Test
    void aConnectionWhoseStreamWasResetIsForTheNext() throws Exception {
        try (BlackHole hole = new BlackHole()) {
            int port = hole.address().getPort();
            resetWhileConnecting(OneUpstream.http1(port));
            resetWhileConnecting(OneUpstream.http2(port));
        }
    }

    private static void resetWhileConnecting(OneUpstream target) throws IOException {
        UpstreamTimes times = new UpstreamTimes(5_000, LONG, LONG, LONG, 0);
        OneUpstream upstream = target.times(times).limits(new ConnectionLimits(10, 10, LONG));
        try (Http2Scene scene = Http2Scene.of(RULES, upstream);
                FrameClient client = scene.client()) {
            for (int i = 1; i <= 20; i++) {
                int number = i;
                FrameAnswer answer = client.get("/");
                FrameClient.await(
                        "a connection is being opened", () -> upstream.slots().open() > 0);
                client.reset(answer.stream);
                FrameClient.await("it has left", () -> upstream.told.size() == number);
                assertThat(upstream.slots().open()).isLessThanOrEqualTo(1);
            }
            assertThat(upstream.told).containsOnly("dropped");
            FrameClient.await("nothing is left", () -> upstream.slots().open() == 0);
        }
    }

    /** One connection serves a hundred; the others wait for places on it. */
    @Test
    void aTargetOfHttp2HasNoMoreConnections() throws Exception {
        try (TestApplication target = TestApplication.http2();
                Http2Scene scene = Http2Scene.of(
                        RULES,
                        OneUpstream.http2(target.port()).limits(new ConnectionLimits(1, 1_000, LONG)),
                        ObjectSettings.DEFAULT);
                FrameClient one = scene.client();
                FrameClient other = scene.client()) {
            List<FrameAnswer> answers = new ArrayList<>();
            for (int i = 0; i < 80; i++) {
                answers.add(one.get("/hello"));
                answers.add(other.get("/hello"));
            }
            assertThat(answers)
                    .allSatisfy(answer -> assertThat(answer.whole().status()).isEqualTo(200));
            assertThat(scene.upstream.slots().open()).isEqualTo(1);
            assertThat(scene.upstream.slots().waiting()).isZero();
        }
    }
}
