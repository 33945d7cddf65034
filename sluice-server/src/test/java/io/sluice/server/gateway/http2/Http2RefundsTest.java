package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.RawUpstream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What requests over HTTP/2 cost that did not get what they came for. */
class Http2RefundsTest {
    private static final String RULES = """
            rules:
              usual: { match: /usual, per: ip, limit: 2/day }
              never: { match: /never, per: ip, limit: 2/day, refund-on: [] }
              failed: { match: /failed, per: ip, limit: 2/day, refund-on: [5xx] }
            """;

    private static void answers(FrameClient client, String path, int... statuses) throws IOException {
        for (int status : statuses) {
            assertThat(client.get(path).whole().status()).as(path).isEqualTo(status);
        }
    }

    @Test
    void requestsThatNoTargetTakesAreNotCharged() throws Exception {
        try (Http2Scene scene = Http2Scene.of(RULES, OneUpstream.none());
                FrameClient client = scene.client()) {
            answers(client, "/usual", 503, 503, 503, 503);
            answers(client, "/never", 503, 503, 429);
            answers(client, "/failed", 503, 503, 429);
        }
    }

    @Test
    void requestsThatAreAnsweredWith5xxAreChargedUnlessTheRuleSaysOtherwise() throws Exception {
        try (RawUpstream upstream = RawUpstream.start(
                        request -> request.answer("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"));
                Http2Scene scene = Http2Scene.of(
                        RULES, OneUpstream.http1(upstream.address().getPort()));
                FrameClient client = scene.client()) {
            answers(client, "/failed", 500, 500, 500, 500);
            answers(client, "/usual", 500, 500, 429);
        }
    }
}
