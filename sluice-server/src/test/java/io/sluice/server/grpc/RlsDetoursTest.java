package io.sluice.server.grpc;

import static io.sluice.server.grpc.RlsMessages.descriptor;
import static io.sluice.server.grpc.RlsMessages.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.Code;
import io.sluice.testkit.http.Detours;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No way of writing a path leads around a limit in a descriptor. */
class RlsDetoursTest {
    @Test
    void areRefused() {
        try (RlsScene scene = new RlsScene(Detours.RULES.replace("version: 1\n", ""))) {
            for (String limited : Detours.LIMITED) {
                assertThat(code(scene, limited)).isEqualTo(Code.OK);
            }
            List<String> targets = Detours.targets().toList();
            assertThat(targets)
                    .allSatisfy(
                            target -> assertThat(code(scene, target)).as(target).isEqualTo(Code.OVER_LIMIT));
        }
    }

    private static Code code(RlsScene scene, String path) {
        return scene.ask(request("any", descriptor("method", "GET", "path", path)))
                .getOverallCode();
    }
}
