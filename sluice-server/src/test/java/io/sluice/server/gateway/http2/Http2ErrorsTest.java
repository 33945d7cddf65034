package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.RawUpstream;
import io.sluice.server.gateway.upstream.ConnectionLimits;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What the access log says about requests over HTTP/2 whose target failed. */
class Http2ErrorsTest {
    private static final String RULES = "rules: { idle: { match: /never, per: ip, limit: 1/day } }\n";
    private static final UpstreamTimes HASTY = new UpstreamTimes(5_000, 10, 20_000, 20_000, 0);

    private static void fails(OneUpstream upstream, int status, String error) throws IOException {
        try (Http2Scene scene = Http2Scene.of(RULES, upstream);
                FrameClient client = scene.client()) {
            assertThat(client.get("/").whole().status()).isEqualTo(status);
            FrameClient.await("it is logged", () -> !scene.log.errors.isEmpty());
            assertThat(scene.log.errors).containsExactly(error);
        }
    }

    @Test
    void nothingListens() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        fails(OneUpstream.http1(port), 502, "connect refused 127.0.0.1:" + port);
        fails(OneUpstream.http2(port), 502, "connect refused 127.0.0.1:" + port);
    }

    @Test
    void noTargetTakesRequests() throws Exception {
        fails(OneUpstream.none(), 503, "no target -");
    }

    @Test
    void nothingIsAnswered() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (RawUpstream upstream = RawUpstream.start(request -> await(never))) {
            int port = upstream.address().getPort();
            fails(OneUpstream.http1(port).times(HASTY), 504, "timeout awaiting head 127.0.0.1:" + port);
            fails(
                    OneUpstream.http1(port).limits(new ConnectionLimits(0, 0, 1)),
                    503,
                    "connection limit 127.0.0.1:" + port);
            never.countDown();
        }
    }

    private static boolean await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
            return false;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
