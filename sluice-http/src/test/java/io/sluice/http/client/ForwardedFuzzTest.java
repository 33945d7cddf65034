package io.sluice.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sluice.http.TestRequest;
import io.sluice.http.TestRules;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Runs the inputs kept in the resources; {@code JAZZER_FUZZ=1} looks for more. */
class ForwardedFuzzTest {
    @FuzzTest(maxDuration = "2m")
    void everyHeaderGivesAnAddress(byte[] bytes) {
        String line = new String(bytes, StandardCharsets.ISO_8859_1);
        for (String header : List.of("x-forwarded-for", "forwarded")) {
            ClientAddress address = new ClientAddress(TestRules.clients(List.of("127.0.0.1"), header, 0, Map.of()));
            TestRequest request = TestRequest.get("/").with(header, line, line);
            assertThat(address.of(request, ClientAddress.peer("127.0.0.1"))).isNotNull();
        }
        NodeText.address(line);
        ClientAddress.peer(line);
        CookieText.values(List.of(line), "sid");
    }

    @FuzzTest(maxDuration = "2m")
    void everyStartOfAConnectionIsReadOrRefused(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        assertThat(ProxyProtocol.read(buffer) instanceof ProxyProtocol.Header).isEqualTo(buffer.position() > 0);
    }
}
