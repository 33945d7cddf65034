package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.Leaks;
import io.sluice.testkit.http.Detours;
import io.sluice.testkit.http.RawHttp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No way of writing a target leads around a limit, over HTTP/2 and in front of an application that speaks it. */
class DetoursTest {
    private static final String RULES = Detours.RULES.replace("version: 1\n", "");

    private TestApplication application;

    @AfterEach
    void stop() {
        application.close();
        assertThat(Leaks.found()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("io.sluice.testkit.http.Detours#paths")
    void overHttp2(String path) throws Exception {
        application = TestApplication.http1();
        try (Http2Scene scene = Http2Scene.of(RULES, OneUpstream.http1(application.port()));
                FrameClient client = scene.client()) {
            for (String limited : Detours.LIMITED) {
                assertThat(client.get(limited).whole().header(":status")).isEqualTo("200");
            }
            assertThat(client.get(path).whole().header(":status")).as(path).isIn("400", "429");
        }
        assertThat(application.seen).hasSize(Detours.LIMITED.size());
    }

    @ParameterizedTest
    @MethodSource("io.sluice.testkit.http.Detours#targets")
    void fromHttp1ToHttp2(String target) throws Exception {
        application = TestApplication.http2();
        try (Http2Scene scene = Http2Scene.of(RULES, OneUpstream.http2(application.port()))) {
            RawHttp client = RawHttp.to(scene.port());
            for (String limited : Detours.LIMITED) {
                assertThat(client.get(limited).status()).isEqualTo(200);
            }
            assertThat(client.get(target).status()).as(target).isIn(400, 429);
        }
        assertThat(application.seen).hasSize(Detours.LIMITED.size());
    }
}
