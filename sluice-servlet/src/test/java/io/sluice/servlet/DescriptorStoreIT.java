package io.sluice.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.RedisServer;
import io.sluice.testkit.http.RawHttp;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A deployment descriptor names a rule file, and that names a Redis: with sluice-redis on the class path nothing else is needed. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DescriptorStoreIT {
    @TempDir
    Path folder;

    private JettyDoor door(RedisServer redis) throws Exception {
        Path rules = Files.writeString(folder.resolve("rules.yaml"), """
                version: 1
                store: { url: "%s", on-failure: refuse, budget: 5s, instances: 1, prefix: "shop:" }
                rules:
                  first: { match: /first, limit: 1000000/day }
                  pages: { match: /pages, per: ip, limit: 3/day }
                """.formatted(redis.url()));
        FilterHolder holder = new FilterHolder(RateLimitFilter.class);
        holder.setInitParameter("rules", rules.toString());
        JettyDoor door = JettyDoor.start(holder, true, JettyDoor::serve);
        RawHttp client = RawHttp.to(door.port());
        FilterScene.await("Redis counts", () -> client.get("/first").status() == 200);
        return door;
    }

    private static int visit(JettyDoor door) {
        return RawHttp.to(door.port()).get("/pages").status();
    }

    @Test
    void applicationsShareTheirLimits() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            try (JettyDoor one = door(redis);
                    JettyDoor other = door(redis)) {
                assertThat(visit(one)).isEqualTo(200);
                assertThat(visit(other)).isEqualTo(200);
                assertThat(visit(one)).isEqualTo(200);
                assertThat(visit(one)).isEqualTo(429);
                assertThat(visit(other)).isEqualTo(429);
                assertThat(redis.command("KEYS", "shop:*pages*").toString()).contains("pages");
            }
            try (JettyDoor next = door(redis)) {
                assertThat(visit(next)).as("after a restart").isEqualTo(429);
            }
        }
    }
}
