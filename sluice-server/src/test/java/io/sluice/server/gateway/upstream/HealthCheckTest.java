package io.sluice.server.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.Until;
import io.sluice.testkit.keys.Shows;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/** Who is asked how they are, and what follows from the answers. Real servers, which break and come back. */
class HealthCheckTest {
    private static UpstreamScene scene(String scheme, int port, String health) {
        return UpstreamScene.of("upstreams: { app: { targets: [\"" + scheme + "://127.0.0.1:" + port
                + "\"], health: { path: /healthz, every: 5ms, " + health + " } } }\n");
    }

    private static boolean isUp(UpstreamScene scene) {
        return scene.state(0).healthy();
    }

    @Test
    @Shows({"upstreams.*.health.path", "upstreams.*.health.every"})
    void asksAgainAndAgain() throws Exception {
        try (Application application = Application.start();
                UpstreamScene scene = scene("http", application.port(), "timeout: 10s")) {
            Until.holds(() -> application.asked.size() > 3);
            assertThat(application.asked).containsOnly("GET /healthz 127.0.0.1:" + application.port());
            assertThat(scene.next()).isNotEqualTo("-");
        }
    }

    @Test
    void aServerThatIsGoneGetsNothingUntilItIsBack() throws Exception {
        Application application = Application.start();
        int port = application.port();
        try (UpstreamScene scene = scene("http", port, "timeout: 10s, up-after: 2, down-after: 2")) {
            Until.holds(() -> application.asked.size() > 1);
            application.close();
            Until.holds(() -> !isUp(scene));
            assertThat(scene.next()).isEqualTo("-");
            assertThat(scene.upstream().retryAfterSeconds()).isEqualTo(1);
            Application back = Application.at(port);
            try (back) {
                Until.holds(() -> isUp(scene));
                assertThat(scene.next()).isEqualTo("127.0.0.1:" + port);
            }
        }
    }

    @Test
    void othersGoOnWhenOneIsDown() throws Exception {
        try (Application one = Application.start();
                Application other = Application.start();
                UpstreamScene scene = UpstreamScene.of(
                        "upstreams: { app: { targets: [http://127.0.0.1:" + one.port() + ", http://127.0.0.1:"
                                + other.port() + "], health: { path: /, every: 5ms, timeout: 10s } } }\n")) {
            one.status = 503;
            Until.holds(() -> !isUp(scene));
            for (int i = 0; i < 4; i++) {
                assertThat(scene.next()).isEqualTo("127.0.0.1:" + other.port());
            }
        }
    }

    @Test
    @Shows({"upstreams.*.health.down-after", "upstreams.*.health.up-after"})
    void soManyAnswersInARowChangeIt() throws Exception {
        try (Application application = Application.start();
                UpstreamScene scene =
                        scene("http", application.port(), "timeout: 10s, up-after: 1000, down-after: 3")) {
            application.status = 500;
            Until.holds(() -> !isUp(scene));
            assertThat(application.asked).hasSizeGreaterThanOrEqualTo(3);
            application.status = 200;
            int asked = application.asked.size();
            Until.holds(() -> application.asked.size() > asked + 10);
            assertThat(isUp(scene)).isFalse();
            assertThat(scene.upstream().retryAfterSeconds()).isEqualTo(5);
        }
    }

    @Test
    @Shows({"upstreams.*.health.status"})
    void onlyTheseAnswersAreGood() throws Exception {
        for (String good : new String[] {"204", "204-299", "200-399"}) {
            try (Application application = Application.start();
                    UpstreamScene scene = scene("http", application.port(), "timeout: 10s, status: " + good)) {
                application.status = 204;
                Until.holds(() -> application.asked.size() > 5);
                application.status = good.equals("200-399") ? 404 : 200;
                Until.holds(() -> !isUp(scene));
                application.status = 204;
                Until.holds(() -> isUp(scene));
            }
        }
    }

    @Test
    @Shows("upstreams.*.health.timeout")
    void oneThatDoesNotAnswerIsDown() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                UpstreamScene scene = scene("http", silent.getLocalPort(), "timeout: 5ms")) {
            Until.holds(() -> !isUp(scene));
            assertThat(scene.next()).isEqualTo("-");
        }
    }

    @Test
    void isAskedInHttp2WhereThatIsSpoken() throws Exception {
        try (UpstreamScene server = UpstreamScene.of("");
                Http2Application application = Http2Application.start(server.loops);
                UpstreamScene scene = scene("h2c", application.port(), "timeout: 10s, down-after: 2")) {
            Until.holds(() -> application.asked.size() > 3);
            assertThat(application.asked).containsOnly("GET /healthz 127.0.0.1:" + application.port());
            assertThat(isUp(scene)).isTrue();
            application.status = 500;
            Until.holds(() -> !isUp(scene));
            application.status = 200;
            Until.holds(() -> isUp(scene));
        }
    }
}
