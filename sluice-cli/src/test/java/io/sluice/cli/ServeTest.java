package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServeTest {
    @ParameterizedTest
    @CsvSource({"--port, --host", "--api-port, --host", "--resp-port, --host", "--admin-port, --admin-host"})
    void namesABusyPortAndWhatToDo(String flag, String host) throws IOException {
        try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(busy.getLocalPort());
            List<String> line = new ArrayList<>(List.of("serve"));
            for (String each : List.of("--port", "--api-port", "--resp-port", "--admin-port")) {
                line.add(each);
                line.add(each.equals(flag) ? port : "0");
            }
            Run run = Run.sluice(line.toArray(String[]::new));
            assertThat(run)
                    .isEqualTo(new Run(
                            2,
                            "",
                            "sluice: cannot listen on 127.0.0.1 port " + port + " (Address already in use); stop what"
                                    + " uses it, or choose another with " + flag + " or " + host
                                    + "\nTry: sluice serve --help\n"));
        }
    }

    @Test
    void namesAnAddressThatIsNotOfThisMachine() {
        assertThat(Run.sluice("serve", "--host", "192.0.2.1", "--port", "0"))
                .isEqualTo(new Run(
                        2,
                        "",
                        "sluice: cannot listen on 192.0.2.1 port 0 (Cannot assign requested address); give an address of"
                                + " this machine with --host\nTry: sluice serve --help\n"));
    }

    @Test
    void saysWhatToOpenAndServesUntilStopped() throws Exception {
        PipedOutputStream out = new PipedOutputStream();
        CompletableFuture<Integer> status = new CompletableFuture<>();
        try (InputStream greeting = new PipedInputStream(out, 10_000)) {
            Thread command = new Thread(() -> status.complete(Main.run(
                    "serve --port 0 --api-port 0 --resp-port 0 --admin-port 0 --limit 1/day".split(" ", -1),
                    InputStream.nullInputStream(),
                    out,
                    System.err)));
            command.start();
            Scanner lines = new Scanner(greeting, StandardCharsets.UTF_8);
            assertThat(lines.nextLine()).isEqualTo("Limits: 1/day burst 1 for each client address");
            lines.nextLine();
            assertThat(lines.nextLine())
                    .matches(" {2}gateway +http://127.0.0.1:\\d+ +requests that pass go to a demo application");
            assertThat(lines.nextLine()).matches(" {2}api +http://127.0.0.1:\\d+ +decisions: .*");
            assertThat(lines.nextLine()).matches(" {2}resp +redis://127.0.0.1:\\d+ +CL.THROTTLE for Redis clients");
            assertThat(lines.nextLine()).matches(" {2}admin +http://127.0.0.1:\\d+ +/metrics.*");
            lines.nextLine();
            String url = lines.findInLine("http:\\S+/");
            assertThat(statusOf(url)).isEqualTo(200);
            assertThat(statusOf(url)).isEqualTo(429);
            assertThat(lines.findWithinHorizon("curl .*", 0)).endsWith(" '" + url + "?[1-15]'");
            assertThat(lines.findWithinHorizon("admin door: [0-9a-f]{32}", 0)).isNotNull();
            command.interrupt();
            assertThat(status.get(30, TimeUnit.SECONDS)).isZero();
        }
    }

    @Test
    void checksThatItStarts() {
        Run run = Run.sluice(
                "serve", "--check-start", "--port", "0", "--api-port", "0", "--resp-port", "0", "--admin-port", "0");
        assertThat(run.out())
                .contains("gateway: HTTP/1.1 200 OK\n", "api: HTTP/1.1 200 OK\n", "admin: HTTP/1.1 200 OK\n");
        assertThat(run.status()).isZero();
    }

    private static int statusOf(String url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }
}
