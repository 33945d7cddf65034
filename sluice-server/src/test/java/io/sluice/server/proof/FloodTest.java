package io.sluice.server.proof;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.GatewayLimits;
import io.sluice.server.gateway.GatewaySettings;
import io.sluice.server.gateway.GatewayTimes;
import io.sluice.testkit.http.RawHttp;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that take too much are cut off, and the others are served meanwhile. */
class FloodTest {
    private static final String START = "GET /a HTTP/1.1\r\nHost: a\r\n";
    private final LenientServer behind = LenientServer.start(LenientServer.Believes.LENGTH);

    @AfterEach
    void stop() {
        behind.close();
    }

    private ProofScene scene(GatewaySettings settings) throws IOException {
        return ProofScene.start(settings, behind.address());
    }

    @Test
    void clientsThatSendAByteAtATimeAreClosed() throws Exception {
        GatewayTimes times = new GatewayTimes(2_000, 2_000, 2_000, 2_000, 500);
        try (ProofScene scene = scene(ProofScene.settings().times(times));
                SlowClients slow = SlowClients.connect(scene.port(), 500)) {
            assertThat(slow.open()).isEqualTo(500);
            ProofScene.until("all are closed", () -> {
                assertServed(scene);
                slow.sendOneByteEach();
                return slow.open() == 0;
            });
            ProofScene.until(
                    "their connections are gone", () -> scene.gateway.counts().connections() == 0);
            assertServed(scene);
            assertThat(behind.asked()).containsOnly("GET /ordinary");
        }
    }

    private static void assertServed(ProofScene scene) {
        assertThat(RawHttp.to(scene.port()).get("/ordinary").status()).isEqualTo(200);
    }

    @Test
    void headersWithoutEndAre431() throws Exception {
        try (ProofScene scene = scene(ProofScene.settings())) {
            assertThat(untilClosed(scene, START, "X-Flood: " + "x".repeat(500) + "\r\n"))
                    .startsWith("HTTP/1.1 431 ");
            assertThat(untilClosed(scene, START, "x:\r\n")).startsWith("HTTP/1.1 431 ");
            assertThat(untilClosed(scene, START + "X: ", "x".repeat(1_000))).startsWith("HTTP/1.1 431 ");
            assertThat(untilClosed(scene, "GET /", "x".repeat(1_000))).startsWith("HTTP/1.1 414 ");
            assertThat(untilClosed(scene, "", "X".repeat(1_000))).matches("(?s)HTTP/1\\.1 4(00|14) .*");
            assertServed(scene);
            assertThat(behind.asked()).containsOnly("GET /ordinary");
        }
    }

    @Test
    void trailersWithoutEndAreCutOff() throws Exception {
        String start = "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n";
        try (ProofScene scene = scene(ProofScene.settings())) {
            assertThat(untilClosed(scene, start, "x: y\r\n")).matches("(?s)HTTP/1\\.1 4\\d\\d .*");
            assertThat(untilClosed(scene, start + "x: ", "x".repeat(1_000))).matches("(?s)HTTP/1\\.1 4\\d\\d .*");
            assertServed(scene);
        }
    }

    /** Sends this over and over until the gateway takes no more; then what it has answered. */
    private static String untilClosed(ProofScene scene, String start, String more) throws IOException {
        try (Socket socket = RawHttp.to(scene.port()).send(start)) {
            socket.setSoTimeout(60_000);
            Thread flood = new Thread(() -> flood(socket, more.getBytes(ISO_8859_1)), "flood");
            flood.setDaemon(true);
            flood.start();
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        } catch (SocketException reset) {
            return "reset";
        }
    }

    private static void flood(Socket socket, byte[] more) {
        try {
            OutputStream out = socket.getOutputStream();
            while (true) {
                out.write(more);
            }
        } catch (IOException closed) {
            // as it should be
        }
    }

    @Test
    void manyLargeHeadsAtOnceAre431AndLeaveNothingBehind() throws Exception {
        String large = START + ("X-Flood: " + "x".repeat(990) + "\r\n").repeat(1_000) + "\r\n";
        ProofScene scene = scene(ProofScene.settings());
        try (Attacks attacks = Attacks.through(scene, behind)) {
            attacks.send(List.of(large));
            long before = ProofScene.directMemory();
            attacks.send(Collections.nCopies(300, large))
                    .forEach(answer -> assertThat(answer).startsWith("HTTP/1.1 431 "));
            ProofScene.until(
                    "their connections are gone", () -> scene.gateway.counts().connections() == 0);
            assertThat(ProofScene.directMemory() - before).isLessThan(16L << 20);
            assertServed(scene);
        }
    }

    @Test
    void connectionsBeyondTheMostAreTurnedAway() throws Exception {
        GatewayLimits limits = new GatewayLimits(100, 0, 0, 100);
        List<Socket> sockets = new ArrayList<>();
        try (ProofScene scene = scene(ProofScene.settings().limits(limits))) {
            for (int i = 0; i < 100; i++) {
                sockets.add(RawHttp.to(scene.port()).send(""));
            }
            ProofScene.until("100 are let in", () -> scene.gateway.counts().connections() == 100);
            for (int i = 0; i < 300; i++) {
                sockets.add(RawHttp.to(scene.port()).send(""));
            }
            ProofScene.until("300 are turned away", () -> scene.gateway.counts().connectionsTurnedAway() == 300);
            assertThat(scene.gateway.counts().connections()).isEqualTo(100);
            for (Socket socket : sockets) {
                socket.close();
            }
            ProofScene.until("there is room again", () -> scene.gateway.counts().connections() == 0);
            assertServed(scene);
        }
    }
}
