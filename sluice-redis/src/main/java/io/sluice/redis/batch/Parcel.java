package io.sluice.redis.batch;

import io.sluice.core.Decision;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Takes a batch to Redis. */
@FunctionalInterface
public interface Parcel {
    /** For each entry as many decisions as it has requests, in order; or the exception that met this entry alone. No key is in two entries. */
    CompletionStage<List<Result>> send(List<Entry> entries);

    /** What came back for one entry. */
    sealed interface Result {
        /**
         * Those that are allowed come first.
         *
         * @param refusal what the others were refused by; null if there is none
         */
        record Decided(List<Decision> decisions, @Nullable RefusalState refusal) implements Result {}

        record Failed(Throwable why) implements Result {}
    }
}
