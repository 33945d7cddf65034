package io.sluice.benchmarks.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Many requests on one HTTP/2 connection, by curl. */
final class CurlClient implements SoakClient {
    private final URI gateway;

    CurlClient(URI gateway) {
        this.gateway = gateway;
    }

    /** Whether there is one that speaks HTTP/2. */
    static boolean isThere() throws InterruptedException {
        try {
            Process version = new ProcessBuilder("curl", "--version").start();
            String said = new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return version.waitFor() == 0 && said.contains("HTTP2");
        } catch (IOException none) {
            return false;
        }
    }

    @Override
    public String name() {
        return "HTTP/2";
    }

    @Override
    public void round(Outcomes outcomes) throws IOException, InterruptedException {
        Process curl = new ProcessBuilder(
                        "curl",
                        "-sS",
                        "--max-time",
                        "60",
                        "--http2-prior-knowledge",
                        "--parallel",
                        "--parallel-immediate",
                        "-o",
                        "/dev/null",
                        "-w",
                        "%{http_code} %{errormsg}\\n",
                        gateway.resolve("/") + "{many,few,queue}/[1-30]")
                .redirectError(Redirect.DISCARD)
                .start();
        try (BufferedReader lines = curl.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(line -> outcomes.count(name(), line.strip()));
        }
        curl.waitFor();
    }
}
