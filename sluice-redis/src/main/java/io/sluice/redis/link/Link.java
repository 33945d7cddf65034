package io.sluice.redis.link;

import io.sluice.redis.script.Script;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Runs scripts in Redis. Never blocks and never throws; what goes wrong completes the stage. */
public interface Link extends AutoCloseable {
    /** One round trip: the script's reply, whose elements are {@code Long}s, {@code byte[]}s and lists. All keys are in one slot. */
    CompletionStage<List<Object>> run(Script script, byte[][] keys, byte[][] args);

    /** Whether keys are spread over slots: a Cluster. */
    boolean isSharded();

    /** Which of the parts that Redis keeps apart this key is in: always 0 but in a Cluster. */
    int slot(byte[] key);

    @Override
    void close();
}
