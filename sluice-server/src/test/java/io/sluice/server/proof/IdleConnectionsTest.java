package io.sluice.server.proof;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Connections on which nothing happens cost little. */
@Tag("long")
class IdleConnectionsTest {
    private static final int WANTED = 10_000;
    /** Descriptors for everything else. */
    private static final int OTHERS = 500;
    /** On the heap and beside it, for one connection that has served a request and waits for the next. */
    private static final long MOST_BYTES = 8_000;

    @Test
    void tenThousandAreKept() throws Exception {
        int count = possible();
        try (LenientServer behind = LenientServer.start(LenientServer.Believes.LENGTH);
                ProofScene scene = ProofScene.start(ProofScene.settings(), behind.address())) {
            long heap = heap();
            long direct = ProofScene.directMemory();
            Process clients = clients(scene.port(), count);
            try (BufferedReader said = new BufferedReader(new InputStreamReader(clients.getInputStream(), US_ASCII))) {
                assertThat(said.readLine()).isEqualTo("served");
                assertThat(scene.gateway.counts().connections()).isEqualTo(count);
                long each = (heap() - heap) / count;
                long eachDirect = (ProofScene.directMemory() - direct) / count;
                System.out.println(count + " idle connections: " + each + " B of heap and " + eachDirect
                        + " B of direct memory each");
                assertThat(each + eachDirect).isLessThan(MOST_BYTES);
                clients.getOutputStream().write('\n');
                clients.getOutputStream().flush();
                assertThat(said.readLine()).isEqualTo("served");
            } finally {
                clients.destroy();
                clients.waitFor(30, TimeUnit.SECONDS);
            }
            ProofScene.until("all are gone", () -> scene.gateway.counts().connections() == 0);
        }
    }

    private static int possible() {
        long most =
                ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getMaxFileDescriptorCount();
        if (most < WANTED + OTHERS) {
            System.err.println("ONLY " + (most - OTHERS) + " IDLE CONNECTIONS ARE TRIED, NOT " + WANTED
                    + ": A PROCESS MAY HAVE NO MORE THAN " + most + " DESCRIPTORS HERE (see ulimit -n)");
        }
        return (int) Math.min(WANTED, most - OTHERS);
    }

    private static Process clients(int port, int count) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        IdleClients.class.getName(),
                        Integer.toString(port),
                        Integer.toString(count))
                .redirectError(Redirect.INHERIT)
                .start();
    }

    /** In use after the collector has been. */
    private static long heap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
