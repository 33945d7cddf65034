package io.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.http.answer.Cors;
import io.sluice.http.client.Identity;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.file.RuleFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An identity that is ignored, because its sender is not trusted, is told in the log once. */
class IgnoredHeadersTest {
    private static final Logger LOG = Logger.getLogger(Identity.class.getName());

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(new SimpleFormatter().formatMessage(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOG.addHandler(handler);
    }

    @AfterEach
    void stop() {
        LOG.removeHandler(handler);
    }

    @Test
    void isToldOncePerHeaderAndSetOfRules() {
        RuleFile file = RuleFile.parse("""
                version: 1
                clients:
                  ip: { trusted-proxies: [10.0.0.0/8] }
                  user: { header: X-User }
                  tenant: { header: X-Tenant }
                rules:
                  users: { per: [user, tenant], limit: 100/s }
                """, Path.of("rules.yaml"));
        try (RuleEngine engine =
                new RuleEngine(Objects.requireNonNull(file.rules()), Store.memory(new ManualClock()))) {
            HttpRules rules = new HttpRules(engine, new ManualClock(), Cors.NONE);
            rules.decide(TestRequest.get("/").from("203.0.113.9"));
            rules.decide(TestRequest.get("/").from("10.0.0.1").with("X-User", "ann"));
            assertThat(lines).isEmpty();
            for (int i = 0; i < 3; i++) {
                rules.decide(TestRequest.get("/").from("203.0.113.9").with("X-User", "ann"));
            }
            assertThat(lines).singleElement().asString().contains("the header X-User from 203.0.113.9 is ignored");
            rules.decide(TestRequest.get("/").from("203.0.113.9").with("X-Tenant", "acme"));
            assertThat(lines).hasSize(2).last().asString().contains("X-Tenant");
        }
    }
}
