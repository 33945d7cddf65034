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
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServeTest {
    @Test
    void namesABusyPortAndWhatToDo() throws IOException {
        try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(busy.getLocalPort());
            assertThat(Run.sluice("serve", "--port", port))
                    .isEqualTo(new Run(
                            2,
                            "",
                            "sluice: cannot listen on 127.0.0.1 port " + port + " (Address already in use); stop what"
                                    + " uses it, or choose another with --port or --host\nTry: sluice serve --help\n"));
        }
    }

    @Test
    void saysWhatToOpenAndServesUntilStopped() throws Exception {
        PipedOutputStream out = new PipedOutputStream();
        CompletableFuture<Integer> status = new CompletableFuture<>();
        try (InputStream greeting = new PipedInputStream(out)) {
            Thread command = new Thread(() -> status.complete(Main.run(
                    new String[] {"serve", "--port", "0", "--limit", "1/day"},
                    InputStream.nullInputStream(),
                    out,
                    System.err)));
            command.start();
            Scanner lines = new Scanner(greeting, StandardCharsets.UTF_8);
            assertThat(lines.nextLine()).isEqualTo("A demo application behind 1/day burst 1 for each client address.");
            String url = lines.findInLine("http:\\S+/");
            assertThat(statusOf(url)).isEqualTo(200);
            assertThat(statusOf(url)).isEqualTo(429);
            assertThat(lines.findWithinHorizon("curl .*", 0)).endsWith(" '" + url + "?[1-15]'");
            command.interrupt();
            assertThat(status.get(30, TimeUnit.SECONDS)).isZero();
        }
    }

    private static int statusOf(String url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }
}
