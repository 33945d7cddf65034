package io.sluice.redis;

import io.sluice.core.LimitSet;
import io.sluice.redis.batch.Batcher;
import io.sluice.redis.batch.Entry;
import io.sluice.redis.batch.Parcel;
import io.sluice.redis.batch.Waiting;
import io.sluice.redis.link.Link;
import io.sluice.redis.script.KeyNames;
import io.sluice.redis.script.Moment;
import io.sluice.redis.script.Take;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The short way for limits whose decisions can travel together. */
final class Lane implements Parcel {
    /** In a Cluster neighbouring slots are mostly on one server: where that hangs, the others go on. */
    private static final int RANGES = 256;

    private static final int SLOTS_IN_A_RANGE = 16_384 / RANGES;
    private static final Pattern OF_REDIS =
            Pattern.compile("READONLY|OOM|MISCONF|NOREPLICAS|MASTERDOWN|CLUSTERDOWN|BUSY");

    private final Link link;
    private final LimitSet limits;
    private final KeyNames names;
    private final Take take;
    private final Supplier<Moment> moment;
    private final Batcher[] batchers;

    Lane(Link link, LimitSet limits, KeyNames names, Supplier<Moment> moment) {
        this.link = link;
        this.limits = limits;
        this.names = names;
        this.take = new Take(limits, names);
        this.moment = moment;
        this.batchers = new Batcher[link.isSharded() ? RANGES : 1];
        Arrays.setAll(batchers, range -> new Batcher(this));
    }

    int slot(String key) {
        return link.isSharded() ? link.slot(names.name(limits, key)) : 0;
    }

    void ask(Waiting one) {
        batchers[one.slot() / SLOTS_IN_A_RANGE].ask(one);
    }

    @Override
    public CompletionStage<List<Result>> send(List<Entry> entries) {
        Moment now = moment.get();
        return link.run(Take.script(), take.keys(entries), take.args(entries, now))
                .thenApply(reply -> take.results(entries, now, reply))
                .exceptionallyCompose(failure -> entries.size() == 1 || !isOfOne(failure)
                        ? CompletableFuture.failedStage(failure)
                        : oneByOne(entries));
    }

    /**
     * Whether a failure may be about one key of several, and the others need not suffer. What stops a script is the value of one, which somebody
     * else wrote; and while a slot moves, keys may be in two places.
     */
    static boolean isOfOne(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        return message.contains("TRYAGAIN")
                || (message.contains("user_script")
                        && !OF_REDIS.matcher(message).find());
    }

    private CompletionStage<List<Result>> oneByOne(List<Entry> entries) {
        CompletionStage<List<Result>> all = CompletableFuture.completedStage(new ArrayList<>());
        for (Entry entry : entries) {
            CompletionStage<Result> one = send(List.of(entry))
                    .handle((results, failure) -> failure == null ? results.get(0) : new Result.Failed(failure));
            all = all.thenCombine(one, (list, result) -> {
                list.add(result);
                return list;
            });
        }
        return all;
    }
}
