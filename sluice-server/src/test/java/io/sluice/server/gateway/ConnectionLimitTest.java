package io.sluice.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.upstream.ConnectionLimits;
import io.sluice.server.gateway.upstream.ConnectionSlots;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** No more connections to a target than its limit, over both event loops of the scene. */
class ConnectionLimitTest {
    private static final int LONG = 20_000;

    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();

    /** Says nothing until it may. */
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

    private static GatewayScene scene(RawUpstream upstream, ConnectionLimits limits) {
        GatewayScene scene = GatewayScene.inFrontOf(upstream);
        scene.upstreams.slots = ConnectionSlots.of(limits);
        return scene.start();
    }

    private static List<RawClient> clients(GatewayScene scene, int count) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(scene.connect().send("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
        }
        return clients;
    }

    @Test
    void requestsBeyondTheLimitWaitAndThoseBeyondTheQueueAreRefused() throws Exception {
        try (GatewayScene scene = scene(RawUpstream.start(this::answerLate), new ConnectionLimits(2, 30, LONG))) {
            ConnectionSlots slots = scene.upstreams.slots;
            List<RawClient> clients = clients(scene, 32);
            GatewayScene.until("two connections and thirty in the queue", () -> slots.waiting() == 30);
            assertThat(slots.open()).isEqualTo(2);
            try (RawClient oneTooMany = scene.connect()) {
                RawClient.Reply refused = oneTooMany.get("/");
                assertThat(refused.status()).isEqualTo(503);
                assertThat(refused.has("Retry-After: 1")).isTrue();
            }
            mayAnswer.countDown();
            for (RawClient client : clients) {
                assertThat(client.reply().text()).isEqualTo("late");
                client.close();
            }
            assertThat(mostAtOnce.get()).isEqualTo(2);
            assertThat(slots.open()).isLessThanOrEqualTo(2);
            assertThat(slots.waiting()).isZero();
            assertThat(scene.upstreams.told).containsOnlyOnce("dropped").doesNotContain("failed");
        }
    }

    @Test
    void aRequestDoesNotWaitForever() throws Exception {
        try (GatewayScene scene = scene(RawUpstream.start(this::answerLate), new ConnectionLimits(1, 10, 50))) {
            List<RawClient> first = clients(scene, 1);
            GatewayScene.until("one connection", () -> atOnce.get() == 1);
            try (RawClient second = scene.connect()) {
                assertThat(second.get("/").status()).isEqualTo(503);
            }
            mayAnswer.countDown();
            assertThat(first.get(0).reply().text()).isEqualTo("late");
            first.get(0).close();
        }
    }

    @Test
    void aClientThatLeavesTheQueueMakesRoomInIt() throws Exception {
        try (GatewayScene scene = scene(RawUpstream.start(this::answerLate), new ConnectionLimits(1, 1, LONG))) {
            ConnectionSlots slots = scene.upstreams.slots;
            List<RawClient> first = clients(scene, 1);
            GatewayScene.until("one connection", () -> atOnce.get() == 1);
            List<RawClient> second = clients(scene, 1);
            GatewayScene.until("one waits", () -> slots.waiting() == 1);
            second.get(0).close();
            GatewayScene.until("none waits", () -> slots.waiting() == 0);
            mayAnswer.countDown();
            assertThat(first.get(0).reply().text()).isEqualTo("late");
            first.get(0).close();
        }
    }

    /** Connections of a client stay on one of the two loops, and its connection to the target stays there too. */
    @Test
    void anIdleConnectionOfOneLoopDoesNotStarveAnother() throws Exception {
        RawUpstream upstream = RawUpstream.start(request -> request.ok("passed"));
        try (GatewayScene scene = scene(upstream, new ConnectionLimits(1, 10, LONG))) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                RawClient client = scene.connect();
                clients.add(client);
                assertThat(client.get("/").text()).isEqualTo("passed");
            }
            assertThat(upstream.connections.get()).isGreaterThan(1);
            assertThat(scene.upstreams.slots.open()).isEqualTo(1);
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    /** Clients that come and go at any point leave no slot taken. */
    @Test
    void noSlotIsLost() throws Exception {
        RawUpstream upstream = RawUpstream.start(request -> request.ok("passed"));
        GatewayScene scene = scene(upstream, new ConnectionLimits(3, 1_000, LONG));
        ConnectionSlots slots = scene.upstreams.slots;
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        try (scene) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                Random random = new Random(i);
                Thread thread = new Thread(() -> comeAndGo(scene, random, failures));
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(failures).isEmpty();
            GatewayScene.until("none waits", () -> slots.waiting() == 0);
            assertThat(slots.open()).isLessThanOrEqualTo(3);
        }
        GatewayScene.until("all slots are free, but " + slots.open(), () -> slots.open() == 0);
    }

    private static void comeAndGo(GatewayScene scene, Random random, Queue<Throwable> failures) {
        for (int i = 0; i < 50; i++) {
            try (RawClient client = scene.connect()) {
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                if (random.nextBoolean()) {
                    assertThat(client.reply().text()).isEqualTo("passed");
                    assertThat(client.get("/").text()).isEqualTo("passed");
                }
            } catch (IOException | AssertionError e) {
                failures.add(e);
            }
        }
    }

    @Test
    void aConnectionWhoseRequestHasLeftIsForTheNext() throws Exception {
        try (BlackHole hole = new BlackHole();
                GatewayScene scene = GatewayScene.inFrontOf(hole.address())) {
            scene.upstreams.slots = ConnectionSlots.of(new ConnectionLimits(10, 10, LONG));
            ConnectionSlots slots = scene.start().upstreams.slots;
            for (int i = 0; i < 20; i++) {
                RawClient client = scene.connect().send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                int number = i;
                GatewayScene.until("target begun", () -> scene.upstreams.told.size() >= number && slots.open() > 0);
                client.close();
                GatewayScene.until("client gone", () -> scene.upstreams.told.size() > number);
            }
            assertThat(slots.open()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void nothingIsLeftOfARequestThatLeftWhileItsConnectionWasOpened() throws Exception {
        try (BlackHole hole = new BlackHole();
                GatewayScene scene = GatewayScene.inFrontOf(hole.address())) {
            scene.upstreams.slots = ConnectionSlots.of(new ConnectionLimits(10, 10, LONG));
            scene.upstreams.times = new UpstreamTimes(300, LONG, LONG, LONG, LONG);
            ConnectionSlots slots = scene.start().upstreams.slots;
            RawClient client = scene.connect().send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            GatewayScene.until("a connection is being opened", () -> slots.open() == 1);
            client.close();
            GatewayScene.until("nothing is left", () -> slots.open() == 0);
        }
    }
}
