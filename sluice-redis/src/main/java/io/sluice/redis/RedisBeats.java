package io.sluice.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.redis.failure.Beats;
import io.sluice.redis.link.Link;
import io.sluice.redis.script.Beat;
import java.util.concurrent.CompletionStage;

/** Instances that share a prefix tell each other through Redis that they are there. */
final class RedisBeats implements Beats {
    private final Link link;
    private final byte[] key;

    RedisBeats(Link link, String prefix) {
        this.link = link;
        this.key = (prefix + "{instances}").getBytes(UTF_8);
    }

    @Override
    public CompletionStage<Integer> beat(String instanceId, long ttlMillis) {
        byte[][] args = {instanceId.getBytes(UTF_8), Long.toString(ttlMillis).getBytes(UTF_8)};
        return link.run(Beat.script(), new byte[][] {key}, args).thenApply(reply -> ((Long) reply.get(0)).intValue());
    }
}
