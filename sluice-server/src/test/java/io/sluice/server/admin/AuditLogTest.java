package io.sluice.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.sluice.core.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is written down of requests that would change something. */
class AuditLogTest {
    private static final String KEY = "{\"key\": \"login|ip:1.2.3.4\"}";

    private final Logger logger = Logger.getLogger(AuditLog.class.getName());
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            String level = record.getLevel().equals(Level.INFO) ? "INFO " : "WARNING ";
            lines.add(level + new SimpleFormatter().formatMessage(record));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private AdminScene scene;

    @BeforeEach
    void open() throws Exception {
        logger.addHandler(handler);
        scene = new AdminScene();
    }

    @AfterEach
    void close() {
        scene.close();
        logger.removeHandler(handler);
    }

    @Test
    void saysWhatWasDoneAndFromWhere() {
        scene.post("/api/reset", KEY);
        scene.post("/api/refund", "{\"key\": \"login|ip:1.2.3.4\", \"permits\": 5}");
        scene.post("/api/block", "{\"key\": \"login|ip:1.2.3.4\", \"duration\": \"15m\"}");
        scene.post("/api/unblock", KEY);
        scene.post("/api/reload", "");
        String from = " from=127.0.0.1 token=right outcome=";
        assertThat(lines)
                .containsExactly(
                        "INFO audit action=reset key=\"login|ip:1.2.3.4\"" + from + "done status=200",
                        "INFO audit action=refund key=\"login|ip:1.2.3.4\" permits=\"5\"" + from + "done status=200",
                        "INFO audit action=block key=\"login|ip:1.2.3.4\" duration=\"15m\"" + from + "done status=200",
                        "INFO audit action=unblock key=\"login|ip:1.2.3.4\"" + from + "done status=200",
                        "WARNING audit action=reload" + from + "rejected status=409");
    }

    @Test
    void saysWhoWasNotLet() {
        scene.post("/api/reset", KEY, "Authorization: Bearer s3cret-s3cret-s3cret");
        scene.post("/api/block", KEY, new String[0]);
        scene.post("/api/reload", "", "Authorization: Bearer " + AdminScene.TOKEN, "Origin: http://evil.example");
        assertThat(lines)
                .containsExactly(
                        "WARNING audit action=reset key=\"login|ip:1.2.3.4\" from=127.0.0.1 token=wrong outcome=refused"
                                + " status=401",
                        "WARNING audit action=block key=\"login|ip:1.2.3.4\" from=127.0.0.1 token=none outcome=refused"
                                + " status=401",
                        "WARNING audit action=reload from=127.0.0.1 token=right outcome=refused status=403");
        assertThat(lines).noneMatch(line -> line.contains("s3cret") || line.contains(AdminScene.TOKEN));
    }

    @Test
    void readsAreNotWrittenDown() {
        scene.client.get("/api/rules");
        scene.client.get("/api/reset");
        scene.client.get("/healthz");
        assertThat(lines).isEmpty();
    }

    @Test
    void aKeyBreaksNoLine() {
        scene.post("/api/reset", "{\"key\": \"a\\n\\\" from=1.2.3.4 {0}\\u2028\\\\\"}");
        assertThat(lines)
                .singleElement()
                .asString()
                .contains(" key=\"a\\u000a\\\" from=1.2.3.4 {0}\\u2028\\\\\" from=127.0.0.1 ");
        lines.clear();
        scene.post("/api/reset", "{\"key\": \"" + "k".repeat(1_000) + "\"}");
        assertThat(lines).singleElement().asString().contains(" key=\"" + "k".repeat(200) + "...\" from=");
        lines.clear();
        scene.post("/api/reset", "{\"key\": {\"a\": 1}}");
        assertThat(lines)
                .containsExactly("WARNING audit action=reset from=127.0.0.1 token=right outcome=rejected status=400");
    }

    @Test
    void refusedRequestsInExcessAreCounted() {
        ManualClock clock = new ManualClock();
        AuditLog audit = new AuditLog(clock);
        AdminRequest request =
                AdminRequest.of("192.0.2.1", "POST", "/api/reload", new DefaultHttpHeaders(), new byte[0]);
        for (int i = 0; i < 100; i++) {
            audit.write(request, Access.Token.NONE, Reply.problem(401, "no"));
        }
        assertThat(lines).hasSize(20);
        audit.write(request, Access.Token.RIGHT, Reply.json(List.of()));
        assertThat(lines)
                .last()
                .isEqualTo("INFO audit action=reload from=192.0.2.1 token=right outcome=done status=200 skipped=80");
        clock.advance(Duration.ofSeconds(1));
        audit.write(request, Access.Token.NONE, Reply.problem(401, "no"));
        assertThat(lines).hasSize(22);
    }
}
