package io.sluice.redis.failure;

import io.sluice.core.Answer;
import io.sluice.core.Question;
import io.sluice.core.Store;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A store that tells who asks directly, without a stage for each hand that the answer goes through. */
public interface CallbackStore extends Store {
    /** As {@link #ask(Question)}; the receiver is told once, the answer or what went wrong, maybe before this returns. */
    void ask(Question question, BiConsumer<@Nullable Answer, @Nullable Throwable> receiver);
}
