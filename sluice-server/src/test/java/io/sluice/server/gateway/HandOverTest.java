package io.sluice.server.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.sluice.http.Verdict;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.Upstream;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Connections whose requests go to a target of HTTP/2 leave the byte-level path, with everything that was read. */
class HandOverTest {
    private final AtomicReference<String> taken = new AtomicReference<>("");

    @AfterAll
    static void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the client sees whether it came
    private void take(
            Channel connection, int requests, ByteBuf bytes, Verdict verdict, Upstream upstream, Target target) {
        taken.set(bytes.toString(US_ASCII) + verdict.passes());
        bytes.release();
        target.dropped();
        connection.writeAndFlush(Unpooled.copiedBuffer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nother", US_ASCII));
    }

    @Test
    void theTakerGetsTheRequestAsItCame() throws Exception {
        RawUpstream upstream = RawUpstream.start(request -> request.ok("bytes"));
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream)) {
            scene.settings(scene.settings.handOver(this::take)).start();
            scene.upstreams.http2 = true;
            String request = "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody";
            try (RawClient client = scene.connect()) {
                assertThat(client.send(request).reply().text()).isEqualTo("other");
                assertThat(taken.get()).isEqualTo(request + "true");
                assertThat(scene.upstreams.told).containsExactly("dropped");
                assertThat(scene.gateway().counts().requestsUnderWay())
                        .as("the taker's to end")
                        .isEqualTo(1);
            }
        }
    }
}
