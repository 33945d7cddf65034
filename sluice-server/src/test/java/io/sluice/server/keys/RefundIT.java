package io.sluice.server.keys;

import io.sluice.server.gateway.RawUpstream;
import io.sluice.testkit.RedisServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same as {@link RefundKeysTest}, counted in Redis. */
class RefundIT {
    @TempDir
    Path folder;

    private final RawUpstream upstream = RawUpstream.start(
            request -> request.answer("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"));
    private RedisServer redis;

    @BeforeEach
    void start() {
        redis = RedisServer.start();
    }

    @AfterEach
    void close() {
        redis.close();
        upstream.close();
    }

    private ServerScene scene() throws Exception {
        String store = "store: { url: \"" + redis.url() + "\", budget: 5s, on-failure: refuse }\n";
        ServerScene scene = Refunds.scene(upstream, store, folder);
        ServerScene.until(
                "Redis counts",
                () -> scene.client().get("/shut/probe").status() == 500
                        && scene.meter("sluice_store_up").equals("1.0"));
        return scene;
    }

    @Test
    void requestsThatNoTargetTakesAreNotCharged() throws Exception {
        try (ServerScene scene = scene()) {
            Refunds.requestsThatNoTargetTakesAreNotCharged(scene);
        }
    }

    @Test
    void requestsThatAreAnsweredWith5xxAreChargedUnlessTheRuleSaysOtherwise() throws Exception {
        try (ServerScene scene = scene()) {
            Refunds.requestsThatAreAnsweredWith5xxAreChargedUnlessTheRuleSaysOtherwise(scene);
        }
    }
}
