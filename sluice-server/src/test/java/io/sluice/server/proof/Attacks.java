package io.sluice.server.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.GatewayTimes;
import io.sluice.testkit.http.RawHttp;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Sends bytes through a gateway, each lot on a connection of its own, and compares what the gateway and the server behind make of them. */
final class Attacks implements AutoCloseable {
    private static final int AT_A_TIME = 32;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long LOOK_NANOS = Duration.ofMillis(2).toNanos();

    private final Behind behind;
    private final ProofScene scene;
    private final ExecutorService clients = Executors.newFixedThreadPool(AT_A_TIME);

    private Attacks(Behind behind, ProofScene scene) {
        this.behind = behind;
        this.scene = scene;
    }

    static Attacks on(Behind behind, GatewayTimes times) throws IOException {
        return through(ProofScene.start(ProofScene.settings().times(times), behind.address()), behind);
    }

    /** Closes the gateway in the end. */
    static Attacks through(ProofScene scene, Behind behind) {
        return new Attacks(behind, scene);
    }

    /** All that came back for each, up to the end of its connection. */
    List<String> send(List<String> lots) throws InterruptedException, ExecutionException {
        List<Future<String>> sent = new ArrayList<>();
        lots.forEach(lot -> sent.add(clients.submit(() -> exchange(lot))));
        List<String> answers = new ArrayList<>();
        for (Future<String> each : sent) {
            answers.add(each.get());
        }
        return answers;
    }

    private String exchange(String bytes) throws IOException {
        try (Socket socket = RawHttp.to(scene.port()).send(bytes)) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (SocketException reset) {
            return "";
        }
    }

    void assertNothingHidden() {
        ProofScene.until("all requests have ended", () -> scene.gateway.counts().requestsUnderWay() == 0);
        awaitNone("requests that the gateway knows nothing of", () -> without(behind.asked(), scene.passed.begun));
        awaitNone("requests that nobody can have answered", () -> without(scene.passed.answered, behind.asked()));
    }

    private static List<String> without(Collection<String> these, Collection<String> those) {
        List<String> left = new ArrayList<>(these);
        those.forEach(left::remove);
        return left;
    }

    /** Servers write down what they were asked when they have answered, and may take their time. */
    private static void awaitNone(String what, Supplier<List<String>> left) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!left.get().isEmpty() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        assertThat(left.get()).as(what).isEmpty();
    }

    @Override
    public void close() {
        clients.shutdownNow();
        scene.close();
    }
}
