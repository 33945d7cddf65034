package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.Leaks;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;

/** A client of HTTP/2 before a gateway, and behind it an application that speaks either protocol. */
abstract class BeforeEither {
    enum Behind {
        HTTP1,
        HTTP2
    }

    static final String FREE = "rules:\n  all: { limit: 1000000/s }\n";
    static final String TWO = "rules:\n  two: { per: ip, limit: 2/min }\n";

    @Parameter
    Behind behind;

    TestApplication application;
    Http2Scene scene;
    FrameClient client;

    @BeforeEach
    void start() {
        application = behind == Behind.HTTP1 ? TestApplication.http1() : TestApplication.http2();
    }

    @AfterEach
    void stop() {
        if (client != null) {
            client.close();
        }
        if (scene != null) {
            scene.close();
        }
        application.close();
        assertThat(Leaks.found()).isEmpty();
    }

    FrameClient open(String rules) throws Exception {
        OneUpstream upstream =
                behind == Behind.HTTP1 ? OneUpstream.http1(application.port()) : OneUpstream.http2(application.port());
        scene = Http2Scene.of(rules, upstream);
        client = scene.client();
        return client;
    }

    void passTimeUntilAnswered(FrameAnswer answer) {
        FrameClient.await("an answer", () -> {
            scene.clock.advance(Duration.ofMillis(100));
            return answer.ended;
        });
    }
}
