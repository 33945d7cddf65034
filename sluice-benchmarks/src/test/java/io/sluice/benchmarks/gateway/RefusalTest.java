package io.sluice.benchmarks.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalTest {
    @ParameterizedTest
    @CsvSource({
        "20, 429, ''",
        "0, 429, ''",
        "20, 503, it refuses with 503",
        "1000, 429, it does not refuse 200 requests"
    })
    void onlyWhoRefusesProperlyIsMeasured(int passing, int status, String wrong) throws IOException {
        AtomicInteger asked = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(asked.getAndIncrement() < passing ? 200 : status, -1);
            exchange.close();
        });
        server.start();
        try {
            assertThat(Refusal.wrong(server.getAddress().getPort()).orElse("")).isEqualTo(wrong);
        } finally {
            server.stop(0);
        }
    }
}
