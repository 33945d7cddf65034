package io.sluice.server.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.keys.Shows;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who gets the next request. */
class BalancingTest {
    private static final String THREE = "targets: [http://127.0.0.1:1, http://127.0.0.1:2, http://127.0.0.1:3]";

    private static UpstreamScene scene(String settings) {
        return UpstreamScene.of("upstreams: { app: { " + THREE + ", " + settings + " } }\n");
    }

    private static List<String> next(UpstreamScene scene, int count) {
        return Stream.generate(scene::next)
                .limit(count)
                .map(name -> name.replace("127.0.0.1:", ""))
                .toList();
    }

    @Test
    @Shows({"upstreams.*.balance=round-robin", "upstreams.*.targets[]"})
    void eachInTurn() {
        try (UpstreamScene scene = scene("balance: round-robin")) {
            assertThat(next(scene, 7)).containsExactly("1", "2", "3", "1", "2", "3", "1");
            assertThat(scene.sets.states()).extracting(TargetState::underWay).containsExactly(3, 2, 2);
        }
    }

    @Test
    @Shows("upstreams.*.balance=least-connections")
    void whoHasTheFewestUnderWay() {
        try (UpstreamScene scene = scene("balance: least-connections")) {
            Target first = scene.upstream().begin(null);
            Target second = scene.upstream().begin(null);
            Target third = scene.upstream().begin(null);
            assertThat(List.of(first.authority(), second.authority(), third.authority()))
                    .containsExactly("127.0.0.1:1", "127.0.0.1:2", "127.0.0.1:3");
            second.succeeded(200, 1);
            assertThat(next(scene, 1)).containsExactly("2");
            third.dropped();
            assertThat(next(scene, 1)).containsExactly("3");
            first.failed(new IllegalStateException("gone"), 1);
            assertThat(next(scene, 1)).containsExactly("1");
            assertThat(next(scene, 3)).containsExactlyInAnyOrder("1", "2", "3");
        }
    }

    @Test
    void theFewestUnderWayAreCountedAmongThoseThatAreNotLeftAlone() {
        try (UpstreamScene scene = scene("balance: least-connections, breaker: { of: 1 }")) {
            scene.answered(500);
            List<String> between = next(scene, 2);
            assertThat(between).containsExactlyInAnyOrder("2", "3");
            Target busy = scene.upstream().begin(null);
            for (int i = 0; i < 3; i++) {
                Target idle = scene.upstream().begin(null);
                assertThat(idle).isNotSameAs(busy);
                idle.dropped();
            }
        }
    }

    @Test
    void oneThatHasJustFailedIsLeftOutIfThereIsAnother() {
        for (String balance : List.of("round-robin", "least-connections")) {
            try (UpstreamScene scene = scene("balance: " + balance)) {
                Target first = scene.upstream().begin(null);
                for (int i = 0; i < 10; i++) {
                    assertThat(scene.upstream().begin(first)).isNotSameAs(first);
                }
            }
            try (UpstreamScene scene = UpstreamScene.of("upstreams: { app: http://127.0.0.1:1 }\n")) {
                Target only = scene.upstream().begin(null);
                assertThat(scene.upstream().begin(only)).isSameAs(only);
            }
        }
    }

    @Test
    void whatBecameOfRequestsIsCounted() {
        try (UpstreamScene scene = UpstreamScene.of("upstreams: { app: http://127.0.0.1:1 }\n")) {
            scene.answered(200);
            scene.answered(404);
            scene.answered(503);
            scene.upstream().begin(null).failed(new IllegalStateException("gone"), 1);
            scene.upstream().begin(null).dropped();
            Target tunnel = scene.upstream().begin(null);
            tunnel.tunnelOpened(1);
            assertThat(scene.state(0))
                    .isEqualTo(new TargetState(
                            "app", "http://127.0.0.1:1", "127.0.0.1:1", true, "", "off", 1, 0, 0, 3, 2));
            tunnel.tunnelClosed();
            assertThat(scene.state(0).underWay()).isZero();
            assertThat(scene.state(0).succeeded()).isEqualTo(3);
        }
    }

    @Test
    void timesAndRetriesAreToldInMilliseconds() {
        try (UpstreamScene scene = scene(
                "retries: 3, timeouts: { connect: 1500us, answer: 2s, idle: 3s, keep-alive: 4s, tunnel: 366d }")) {
            assertThat(scene.upstream().times())
                    .isEqualTo(new UpstreamTimes(2, 2_000, 3_000, 4_000, Integer.MAX_VALUE));
            assertThat(scene.upstream().retries()).isEqualTo(3);
        }
    }

    @Test
    @Shows("upstreams.*.host")
    void hostIsWhatTheClientSaidUnlessTold() {
        for (String[] each :
                new String[][] {{"keep", null}, {"target", "127.0.0.1:1"}, {"app.internal", "app.internal"}}) {
            try (UpstreamScene scene = scene("host: " + each[0])) {
                assertThat(scene.upstream().begin(null).host()).isEqualTo(each[1]);
            }
        }
    }

    @Test
    @Shows("upstreams.*")
    void aUrlAloneIsAnUpstream() {
        try (UpstreamScene scene = UpstreamScene.of("upstreams: { app: 'h2c://[::1]:9001' }\n")) {
            Target target = scene.upstream().begin(null);
            assertThat(target.address().getAddress().getHostAddress()).isEqualTo("0:0:0:0:0:0:0:1");
            assertThat(target.address().getPort()).isEqualTo(9001);
            assertThat(target.http2()).isTrue();
            assertThat(target.tls()).isNull();
            assertThat(scene.upstream().name()).isEqualTo("app");
        }
    }
}
