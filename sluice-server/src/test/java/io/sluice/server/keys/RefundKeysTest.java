package io.sluice.server.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.RawUpstream;
import io.sluice.testkit.keys.Shows;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What requests cost that the gateway let pass, and that did not get what they came for; counted in memory. */
class RefundKeysTest {
    @TempDir
    Path folder;

    private final RawUpstream upstream = RawUpstream.start(
            request -> request.answer("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"));

    @AfterEach
    void close() {
        upstream.close();
    }

    @Test
    @Shows("rules.*.refund-on[]=breaker")
    void requestsThatNoTargetTakesAreNotCharged() throws Exception {
        try (ServerScene scene = Refunds.scene(upstream, "", folder)) {
            Refunds.requestsThatNoTargetTakesAreNotCharged(scene);
            assertThat(upstream.requests).hasSize(2);
        }
    }

    @Test
    @Shows("rules.*.refund-on[]=5xx")
    void requestsThatAreAnsweredWith5xxAreChargedUnlessTheRuleSaysOtherwise() throws Exception {
        try (ServerScene scene = Refunds.scene(upstream, "", folder)) {
            Refunds.requestsThatAreAnsweredWith5xxAreChargedUnlessTheRuleSaysOtherwise(scene);
        }
    }
}
