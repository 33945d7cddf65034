package io.sluice.server.api;

import com.sun.management.OperatingSystemMXBean;
import io.sluice.core.Store;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/** {@code /v1/authorize} on one thread against nginx that answers 200 by itself on one, one wrk after the other, with the processor time of each. Run it by hand: {@code java io.sluice.server.api.AuthorizeLoad}. */
public final class AuthorizeLoad {
    private static final int WARM_UP = 3;
    private static final int ROUNDS = 5;
    private static final String RULES = """
            clients:
              ip: { trusted-proxies: [127.0.0.0/8] }
            rules:
              pages: { match: /pages/**, per: ip, limit: 1000000/s }
            """;

    private AuthorizeLoad() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("sluice-load");
        int front = RealProgram.freePort();
        Files.writeString(
                folder.resolve("nginx.conf"),
                "daemon off; master_process off; pid nginx.pid; events {} http { access_log off; client_body_temp_path a;"
                        + " proxy_temp_path b; fastcgi_temp_path c; uwsgi_temp_path d; scgi_temp_path e; keepalive_requests"
                        + " 100000000; server { listen 127.0.0.1:" + front + "; location / { return 200; } } }");
        try (ApiScene scene = new ApiScene(RULES, Store.memory(), 1);
                RealProgram nginx = RealProgram.start(
                        folder, front, "nginx", "-p", folder.toString(), "-c", "nginx.conf", "-e", "stderr")) {
            OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            double[] requests = new double[ROUNDS];
            double[] times = new double[ROUNDS];
            for (int round = -WARM_UP; round < ROUNDS; round++) {
                Figures theirs = load("http://127.0.0.1:" + front + "/", nginx::cpuNanos);
                Figures ours = load(scene.uri("/v1/authorize").toString(), system::getProcessCpuTime);
                System.out.printf(
                        "nginx %s, authorize %s: requests %.2f, processor time %.2f%n",
                        theirs, ours, ours.rate / theirs.rate, ours.micros / theirs.micros);
                requests[Math.max(0, round)] = ours.rate / theirs.rate;
                times[Math.max(0, round)] = ours.micros / theirs.micros;
            }
            Arrays.sort(requests);
            Arrays.sort(times);
            System.out.printf("medians: requests %.2f, processor time %.2f%n", requests[ROUNDS / 2], times[ROUNDS / 2]);
        }
    }

    /** Requests a second, and processor time of each in microseconds. */
    private record Figures(double rate, double micros) {
        @Override
        public String toString() {
            return String.format("%.0f/s %.1f us", rate, micros);
        }
    }

    private static Figures load(String url, LongSupplier cpuNanos) throws Exception {
        long before = cpuNanos.getAsLong();
        Process wrk = new ProcessBuilder(List.of(
                        "wrk",
                        "-t1",
                        "-c64",
                        "-d4s",
                        "-H",
                        "X-Original-URI: /pages/1",
                        "-H",
                        "X-Original-Method: GET",
                        "-H",
                        "X-Forwarded-For: 203.0.113.9",
                        url))
                .redirectErrorStream(true)
                .start();
        double requests = 0;
        double rate = 0;
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(wrk.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.contains("requests in")) {
                    requests = Double.parseDouble(line.strip().split(" ", 2)[0]);
                } else if (line.startsWith("Requests/sec:")) {
                    rate = Double.parseDouble(line.substring(13).strip());
                } else if (line.contains("Non-2xx")) {
                    throw new IllegalStateException(line);
                }
            }
        }
        wrk.waitFor();
        return new Figures(rate, (cpuNanos.getAsLong() - before) / 1e3 / requests);
    }
}
