package io.sluice.server.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.RawUpstream;
import java.nio.file.Path;

/** Rules with each {@code refund-on}, in front of an upstream that answers 500 to everything; under {@code /open} a breaker opens after two requests. */
final class Refunds {
    private static final String RULES = """
            rules:
              usual: { match: "/*/usual", per: ip, limit: 3/day }
              never: { match: "/*/never", per: ip, limit: 3/day, refund-on: [] }
              failed: { match: "/*/failed", per: ip, limit: 3/day, refund-on: [5xx] }
              delayed: { match: "/*/delayed", per: ip, limit: 3/day, when-limited: { delay: { max: 10ms } } }
              probe: { match: "/*/probe", per: ip, limit: 100000/day }
            upstreams:
              open: { targets: [%1$s], breaker: { failures: 50%%, of: 2, at-least: 2, open: 1h } }
              shut: { targets: [%1$s] }
            routes: [{ path: /open/**, upstream: open }, { upstream: shut }]
            """;

    private Refunds() {}

    static ServerScene scene(RawUpstream upstream, String store, Path folder) throws Exception {
        return ServerScene.of(store + RULES.formatted(ServerScene.url("http", upstream)), folder);
    }

    private static void answers(ServerScene scene, String path, int... statuses) {
        for (int status : statuses) {
            assertThat(scene.client().get(path).status()).as(path).isEqualTo(status);
        }
    }

    static void requestsThatNoTargetTakesAreNotCharged(ServerScene scene) {
        answers(scene, "/open/uncounted", 500, 500);
        answers(scene, "/open/usual", 503, 503, 503, 503, 503, 503);
        answers(scene, "/open/delayed", 503, 503, 503, 503, 503, 503);
        answers(scene, "/open/never", 503, 503, 503, 429);
        answers(scene, "/open/failed", 503, 503, 503, 429);
    }

    static void requestsThatAreAnsweredWith5xxAreChargedUnlessTheRuleSaysOtherwise(ServerScene scene) {
        answers(scene, "/shut/failed", 500, 500, 500, 500, 500, 500);
        answers(scene, "/shut/usual", 500, 500, 500, 429);
    }
}
