package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.tls.TestCertificate;
import io.sluice.testkit.Programs;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A real browser before the gateway: a WebSocket, events as they come, and a request, in plain text and over TLS. */
class BrowserWebSocketTest {
    private static final String RULES = "rules:\n  all: { per: ip, limit: 1000/min }\n";
    private static final long PATIENCE_SECONDS = 60;

    @TempDir(cleanup = CleanupMode.NEVER)
    Path folder;

    @Test
    void aPageWorksThroughTheGateway() throws Exception {
        try (BrowserApplication application = new BrowserApplication();
                Http2Scene scene = Http2Scene.of(RULES, OneUpstream.http1(application.port()))) {
            assertThat(report(application, "http://127.0.0.1:" + scene.port() + "/page"))
                    .contains("\"socket\":\"you said hello\"")
                    .contains("\"events\":\"one two three\"")
                    .contains("\"answer\":\"200 served http/1.1 1000\"");
        }
    }

    @Test
    void aPageWorksOverTls() throws Exception {
        try (BrowserApplication application = new BrowserApplication();
                Http2Scene scene = Http2Scene.withTls(
                        RULES,
                        OneUpstream.http1(application.port()),
                        TestCertificate.make(folder, "browser").write(folder))) {
            assertThat(report(application, "https://127.0.0.1:" + scene.port() + "/page"))
                    .contains("\"socket\":\"you said hello\"")
                    .contains("\"events\":\"one two three\"")
                    .contains("\"answer\":\"200 served h2 1000\"");
        }
    }

    private String report(BrowserApplication application, String page) throws Exception {
        Path browser = Programs.find("chromium", "apt-get install chromium");
        Process process = new ProcessBuilder(
                        browser.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--ignore-certificate-errors",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + folder.resolve("profile"),
                        page)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("browser.log").toFile())
                .start();
        try {
            return application.report.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
    }
}
