package io.sluice.servlet;

import io.sluice.redis.Consistency;
import io.sluice.redis.RedisStore;
import io.sluice.redis.failure.OnFailure;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.StoreSettings;
import io.sluice.testkit.http.RawHttp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A door whose counters are where its rule file says: in a Redis. */
final class RedisScene implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final RedisStore store;
    private final JettyDoor door;
    final RawHttp client;

    RedisScene(String rules) throws Exception {
        RuleSet read = Rules.parse("version: 1\n" + rules);
        store = open(read.store());
        RuleEngine engine = new RuleEngine(read, store);
        door = JettyDoor.start(FilterSettings.of(engine, store.clock()).filter(), true, JettyDoor::serve);
        client = RawHttp.to(door.port());
    }

    /** One whose Redis is there. */
    static RedisScene connected(String rules) throws Exception {
        RedisScene scene = new RedisScene(rules);
        scene.store.connected().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        return scene;
    }

    private static RedisStore open(StoreSettings settings) {
        RedisStore.Builder builder = RedisStore.builder(Objects.requireNonNull(settings.url()))
                .consistency(Consistency.valueOf(settings.consistency().toUpperCase(Locale.ROOT)))
                .onFailure(OnFailure.valueOf(settings.onFailure().toUpperCase(Locale.ROOT)))
                .budget(settings.budget())
                .prefix(settings.prefix());
        Integer instances = settings.instances();
        return (instances == null ? builder : builder.instances(instances)).build();
    }

    /** One more visit each. */
    List<Integer> statuses(int visits) {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < visits; i++) {
            statuses.add(client.get("/").status());
        }
        return statuses;
    }

    @Override
    public void close() {
        door.close();
        store.close();
    }
}
