package io.sluice.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.upstream.UpstreamTimes;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Whoever is to do something next is waited for as long as that one may take, and nobody else is blamed. */
class PatienceTest {
    private static final int LONG = 60_000;
    private static final GatewayTimes SHORT_FOR_BODIES = new GatewayTimes(LONG, 200, LONG, LONG, LONG);
    private static final String POST = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n";

    private final CountDownLatch goOn = new CountDownLatch(1);

    @AfterAll
    static void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    private void waitToGoOn() throws IOException {
        try {
            goOn.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** Clients that came later, on every event loop, are given up: so would have been who came before. */
    private static void untilABodyWouldBeTooLate(GatewayScene scene) throws IOException {
        List<RawClient> late = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            late.add(scene.connect().send(POST + "hel"));
        }
        for (RawClient client : late) {
            assertThat(client.reply().status()).isEqualTo(408);
            client.socket.close();
        }
    }

    private RawUpstream answeringWhenTold() {
        return RawUpstream.start(request -> {
            if (request.body().length == 5) {
                waitToGoOn();
            }
            return request.ok("ok");
        });
    }

    @Test
    void aClientThatHasSentItsBodyIsNotWaitedFor() throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(answeringWhenTold())
                        .times(SHORT_FOR_BODIES)
                        .start();
                RawClient atOnce = scene.connect();
                RawClient inPieces = scene.connect()) {
            atOnce.send(POST + "hello");
            inPieces.send(POST);
            GatewayScene.until("both are under way", () -> scene.upstreams.underWay.get() == 2);
            inPieces.send("hello");
            untilABodyWouldBeTooLate(scene);
            goOn.countDown();
            assertThat(atOnce.reply().text()).isEqualTo("ok");
            assertThat(inPieces.reply().text()).isEqualTo("ok");
        }
    }

    @Test
    void anAnswerMayTakeLongerThanTheBodyOfItsRequest() throws Exception {
        RawUpstream streaming = RawUpstream.start(request -> {
            if (request.body().length == 5) {
                request.answer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst");
                waitToGoOn();
            }
            return request.answer("after");
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(streaming)
                        .times(SHORT_FOR_BODIES)
                        .start();
                RawClient client = scene.connect()) {
            client.send(POST + "hello");
            untilABodyWouldBeTooLate(scene);
            goOn.countDown();
            assertThat(client.reply().text()).isEqualTo("firstafter");
        }
    }

    @Test
    void aTargetThatDoesNotTakeABodyIs504AndNotTheClientsFault() throws Exception {
        RawUpstream deaf = RawUpstream.start(request -> {
            waitToGoOn();
            return false;
        });
        try (GatewayScene scene =
                        GatewayScene.inFrontOf(deaf).times(SHORT_FOR_BODIES).start();
                RawClient client = scene.connect()) {
            scene.upstreams.times = new UpstreamTimes(LONG, LONG, 1_000, LONG, LONG);
            int much = 64 << 20;
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + much + "\r\n\r\n");
            Thread sender = new Thread(() -> sendUntilRefused(client, much));
            sender.start();
            assertThat(client.reply().status()).isEqualTo(504);
            assertThat(scene.upstreams.told).containsExactly("failed");
            client.socket.close();
            sender.join();
        } finally {
            goOn.countDown();
        }
    }

    private static void sendUntilRefused(RawClient client, int much) {
        byte[] part = new byte[65_536];
        try {
            OutputStream out = client.socket.getOutputStream();
            for (int i = 0; i < much / part.length; i++) {
                out.write(part);
            }
        } catch (IOException refused) {
            // as wanted
        }
    }
}
