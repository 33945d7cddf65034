package io.sluice.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.upstream.UpstreamTimes;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Connections to targets serve one request after the other, each as things are by then. */
class KeptConnectionsTest {
    /** Longer than anybody waits in these tests. */
    private static final int LONG = 600_000;

    private static final UpstreamTimes PATIENT = new UpstreamTimes(LONG, LONG, LONG, LONG, LONG);

    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private final AtomicBoolean left = new AtomicBoolean();

    @AfterAll
    static void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    @Test
    void haveTheTimesThatTheirUpstreamHasNow() throws Exception {
        RawUpstream upstream = RawUpstream.start(
                request -> request.line().contains("silent") ? request.in().read() >= 0 : request.ok("ok"));
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            scene.upstreams.times = PATIENT;
            assertThat(client.get("/").text()).isEqualTo("ok");
            scene.upstreams.times = new UpstreamTimes(LONG, 200, LONG, LONG, LONG);
            assertThat(client.get("/silent").status()).isEqualTo(504);
            assertThat(upstream.connections).hasValue(1);
        }
    }

    /** Where the target was: still answers, and takes note of the end of the connection. */
    private RawUpstream before() {
        return RawUpstream.start(request -> {
            waitToAnswer();
            request.ok("before");
            left.set(request.in().read() < 0);
            return false;
        });
    }

    private void waitToAnswer() throws IOException {
        try {
            mayAnswer.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void areLeftIfTheTargetHasMoved() throws Exception {
        mayAnswer.countDown();
        try (RawUpstream now = RawUpstream.start(request -> request.ok("now"));
                GatewayScene scene = GatewayScene.inFrontOf(before()).start();
                RawClient client = scene.connect()) {
            assertThat(client.get("/").text()).isEqualTo("before");
            scene.upstreams.moveTo(now.address());
            assertThat(client.get("/").text()).isEqualTo("now");
            assertThat(client.get("/").text()).isEqualTo("now");
            assertThat(now.connections).hasValue(1);
            GatewayScene.until("the way to where it was is closed", left::get);
        }
    }

    @Test
    void areLeftBehindTheirAnswerIfTheTargetMovesMeanwhile() throws Exception {
        RawUpstream before = before();
        try (RawUpstream now = RawUpstream.start(request -> request.ok("now"));
                GatewayScene scene = GatewayScene.inFrontOf(before).start();
                RawClient client = scene.connect()) {
            scene.upstreams.times = PATIENT;
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            GatewayScene.until("the request is there", () -> !before.requests.isEmpty());
            scene.upstreams.moveTo(now.address());
            mayAnswer.countDown();
            assertThat(client.reply().text()).isEqualTo("before");
            GatewayScene.until("the way to where it was is closed", left::get);
        }
    }
}
