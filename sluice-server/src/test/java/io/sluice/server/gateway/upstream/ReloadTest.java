package io.sluice.server.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.Until;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;

/** What a reload keeps, and what it says. */
class ReloadTest {
    private static final String BREAKER = "breaker: { of: 1, open: 1h }";
    private static final String ONE = "upstreams: { app: { targets: [http://127.0.0.1:1], " + BREAKER + " } }\n";

    @Test
    void whatIsNotChangedKeepsItsBreakerAndItsCounts() {
        try (UpstreamScene scene = UpstreamScene.of(ONE)) {
            scene.answered(200);
            scene.answered(500);
            scene.reload(ONE);
            assertThat(scene.breakers()).containsExactly("open");
            assertThat(scene.state(0).succeeded()).isEqualTo(1);
            assertThat(scene.next()).isEqualTo("-");

            scene.reload("upstreams: { app: { targets: [http://127.0.0.1:2, http://127.0.0.1:1], " + BREAKER
                    + ", retries: 0, balance: least-connections } }\n");
            assertThat(scene.breakers()).containsExactly("closed", "open");
            assertThat(scene.next()).isEqualTo("127.0.0.1:2");
            assertThat(scene.upstream().retries()).isZero();
        }
    }

    @Test
    void whatIsChangedBeginsAnew() {
        try (UpstreamScene scene = UpstreamScene.of(ONE)) {
            scene.answered(500);
            scene.reload("upstreams: { app: { targets: [http://127.0.0.1:1], breaker: { of: 2, open: 1h } } }\n");
            assertThat(scene.breakers()).containsExactly("closed");
            scene.reload("upstreams: { web: { targets: [http://127.0.0.1:1], breaker: { of: 2, open: 1h } } }\n");
            assertThat(scene.state(0).upstream()).isEqualTo("web");
            assertThat(scene.sets.states()).hasSize(1);
        }
    }

    @Test
    void healthIsKeptAndWhoIsLeftOutIsNoLongerAsked() throws Exception {
        try (Application application = Application.start();
                UpstreamScene scene = UpstreamScene.of(checked(application, ""))) {
            application.status = 500;
            Until.holds(() -> !scene.state(0).healthy());
            scene.reload(checked(application, "retries: 0, "));
            assertThat(scene.state(0).healthy()).isFalse();
            int asked = application.asked.size();
            Until.holds(() -> application.asked.size() > asked + 1);

            scene.reload(checked(application, "host: target, ").replace("path: /", "path: /other"));
            Until.holds(() -> count(application, "/other") > 3);
            long before = count(application, "/");
            Until.holds(() -> count(application, "/other") > 10);
            assertThat(count(application, "/")).isEqualTo(before);
        }
    }

    private static long count(Application application, String path) {
        return application.asked.stream()
                .filter(asked -> asked.startsWith("GET " + path + " "))
                .count();
    }

    private static String checked(Application application, String more) {
        return "upstreams: { app: { " + more + "targets: [http://127.0.0.1:" + application.port()
                + "], health: { path: /, every: 5ms, timeout: 10s } } }\n";
    }

    @Test
    void aRequestThatIsUnderWayEndsAsItBegan() {
        try (UpstreamScene scene = UpstreamScene.of(ONE)) {
            Target before = scene.upstream().begin(null);
            scene.reload("upstreams: { web: 'http://127.0.0.1:2' }\n");
            before.succeeded(200, 1);
            assertThat(scene.state(0).succeeded()).isZero();
        }
    }

    @Test
    void saysInOneLineWhatChanged() {
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        Handler listening = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                said.add(new SimpleFormatter().formatMessage(entry));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(UpstreamSets.class.getName());
        logger.addHandler(listening);
        try (UpstreamScene scene = UpstreamScene.of("""
                    upstreams: { a: 'http://127.0.0.1:1', b: 'http://127.0.0.1:2' }
                    routes: [{ path: /a, upstream: a }, { upstream: b }]
                    """)) {
            scene.reload("""
                    upstreams: { a: 'http://127.0.0.1:1', b: 'http://127.0.0.1:2' }
                    routes: [{ path: /b, upstream: b }, { upstream: a }]
                    """);
            assertThat(said).isEmpty();
            scene.reload("""
                    upstreams: { a: 'http://127.0.0.1:3', c: 'http://127.0.0.1:2' }
                    routes: [{ path: /a, upstream: a }, { upstream: c }]
                    """);
            assertThat(said).containsExactly("upstreams: a changed, c added, b removed");
        } finally {
            logger.removeHandler(listening);
        }
    }
}
