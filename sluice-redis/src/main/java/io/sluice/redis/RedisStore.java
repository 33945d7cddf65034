package io.sluice.redis;

import io.lettuce.core.SslOptions;
import io.sluice.core.Answer;
import io.sluice.core.AsyncWaiters;
import io.sluice.core.Clock;
import io.sluice.core.Limit;
import io.sluice.core.Question;
import io.sluice.core.Store;
import io.sluice.redis.failure.GuardedStore;
import io.sluice.redis.failure.Health;
import io.sluice.redis.failure.InstanceCount;
import io.sluice.redis.failure.Instances;
import io.sluice.redis.failure.OnFailure;
import io.sluice.redis.failure.Probing;
import io.sluice.redis.lease.EventualStore;
import io.sluice.redis.lease.LeasedStore;
import io.sluice.redis.link.AwakeTime;
import io.sluice.redis.link.LettuceLink;
import io.sluice.redis.link.RedisAddress;
import io.sluice.redis.script.KeyNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counters in Redis, shared by all processes that use it.
 *
 * <pre>{@code
 * Store store = RedisStore.of("redis://localhost:6379");
 * AsyncRateLimiter limiter = store.limiter("search", Limit.perMinute(100).burst(20));
 * limiter.tryAcquire("user:42").thenAccept(decision -> respond(decision));
 * }</pre>
 *
 * <p>Starts without Redis, and goes on without it as {@link Builder#onFailure} says: no answer takes longer than {@link
 * Builder#budget}, and none fails.
 */
public final class RedisStore implements Store {
    private static final long PATIENCE_SECONDS = 10;
    /** Of {@link Builder#awakePercent}. */
    public static final int DEFAULT_AWAKE_PERCENT = 2;

    private static final int FIRST_TRIES = 3;
    private static final Duration REHEARSAL_BUDGET = Duration.ofSeconds(10);

    private final LettuceLink link;
    private final Store asked;
    private final AwakeTime awakeTime;
    private final @Nullable GuardedStore guarded;
    private final @Nullable Supplier<Store> rehearsed;
    private final @Nullable Probing probing;
    private final @Nullable Instances heartbeat;

    private RedisStore(
            LettuceLink link,
            AwakeTime awakeTime,
            Store asked,
            @Nullable GuardedStore guarded,
            @Nullable Supplier<Store> rehearsed,
            @Nullable Probing probing,
            @Nullable Instances heartbeat) {
        this.link = link;
        this.awakeTime = awakeTime;
        this.asked = asked;
        this.guarded = guarded;
        this.rehearsed = rehearsed;
        this.probing = probing;
        this.heartbeat = heartbeat;
    }

    /** With everything as it usually is. */
    public static RedisStore of(String url) {
        return builder(url).build();
    }

    /** {@link RedisAddress} has the forms of URLs. */
    public static Builder builder(String url) {
        return new Builder(RedisAddress.parse(url));
    }

    /** Strict and without a fallback, in the time of a clock instead of the server's: for trying limits out, never for traffic. */
    public static RedisStore simulation(String url, Clock clock) {
        AwakeTime awakeTime = new AwakeTime(DEFAULT_AWAKE_PERCENT);
        LettuceLink link = new LettuceLink(RedisAddress.parse(url), SslOptions.create(), awakeTime);
        try {
            link.firstConnection().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            Throwable whyNot = link.whyNot();
            link.close();
            throw whyNot == null ? e : new CompletionException(whyNot);
        }
        KeyNames names = new KeyNames("sluice-simulation:" + UUID.randomUUID() + ":");
        return new RedisStore(link, awakeTime, StrictStore.simulation(link, names, clock), null, null, null, null);
    }

    @Override
    public CompletionStage<Answer> ask(Question question) {
        return asked.ask(question);
    }

    @Override
    public AsyncWaiters waiters() {
        return asked.waiters();
    }

    @Override
    public Clock clock() {
        return asked.clock();
    }

    @Override
    public void forget(String name) {
        asked.forget(name);
    }

    /** How Redis is doing, as seen from here; always well in a simulation. */
    public Health health() {
        return guarded == null ? new Health(Health.Phase.CLOSED, true, 0, 0, 0, Optional.empty()) : guarded.health();
    }

    /** How long threads looked for replies of Redis instead of sleeping, since the store was opened. */
    public Duration awakeTime() {
        return Duration.ofNanos(awakeTime.spentNanos());
    }

    /** Completes when there was a connection for the first time: for who would rather wait than start without. */
    public CompletableFuture<Void> connected() {
        return link.firstConnection();
    }

    /**
     * Tries Redis now and completes when it is known what came of that, which {@link #health} then says: after the first try to connect, and a
     * question within the budget. Never later than {@code atMost} and a budget, and never by an exception.
     */
    public CompletableFuture<Void> tryNow(Duration atMost) {
        return link.firstTry()
                .completeOnTimeout(null, atMost.toNanos(), TimeUnit.NANOSECONDS)
                .thenCompose(tried -> guarded == null ? CompletableFuture.completedStage(null) : guarded.tryNow());
    }

    /**
     * Makes the store ready for its first decisions under these limits, each list those of one key: connects, loads the scripts, and makes some decisions about
     * keys that do not exist. For the start of a process; blocks, but no longer than {@code atMost} and a budget. Where Redis
     * does not answer it returns at once, or when the time to connect is over; {@link #health} says what came of it.
     */
    public void warmUp(Collection<List<Limit>> limits, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        link.firstTry()
                .completeOnTimeout(null, atMost.toNanos(), TimeUnit.NANOSECONDS)
                .join();
        if (rehearsed != null && link.isConnected()) {
            new Rehearsal(rehearsed.get(), limits, end - System.nanoTime()).run();
        }
        for (int tries = 0; tries < FIRST_TRIES && !health().up(); tries++) {
            tryNow(Duration.ZERO).join();
        }
    }

    @Override
    public void close() {
        if (probing != null) {
            probing.close();
        }
        if (heartbeat != null) {
            heartbeat.close();
        }
        asked.close();
        link.close();
    }

    /** Settings of a store; only the URL is needed. */
    public static final class Builder {
        private final RedisAddress address;
        private String prefix = "sluice:";
        private Duration budget = Duration.ofMillis(20);
        private Duration remember = Duration.ofSeconds(10);
        private Consistency consistency = Consistency.STRICT;
        private SslOptions tls = SslOptions.create();
        private OnFailure onFailure = OnFailure.LOCAL;
        private int instances;
        private int awakePercent = DEFAULT_AWAKE_PERCENT;

        private Builder(RedisAddress address) {
            this.address = address;
        }

        /** What all names in Redis begin with. */
        public Builder prefix(String prefix) {
            this.prefix = Objects.requireNonNull(prefix, "prefix");
            return this;
        }

        /** The longest that a decision may take; 20 ms unless given. */
        public Builder budget(Duration budget) {
            this.budget = positive("budget", budget);
            return this;
        }

        /** How long a refusal is remembered here at most; so late a reset, refund or unblock by another process may be seen. */
        public Builder rememberRefusals(Duration atMost) {
            this.remember = atMost;
            return this;
        }

        /** What is answered while Redis does not; {@link OnFailure#LOCAL} unless given. */
        public Builder onFailure(OnFailure onFailure) {
            this.onFailure = onFailure;
            return this;
        }

        /** {@link Consistency#STRICT} unless given. */
        public Builder consistency(Consistency consistency) {
            this.consistency = consistency;
            return this;
        }

        /** How many processes share the limits; 0, as long as nothing else is said, counts them. */
        public Builder instances(int instances) {
            this.instances = instances;
            return this;
        }

        /**
         * The share of a core that the threads reading replies may spend on looking for the next one instead of sleeping, while replies come less
         * often than 10,000 times a second: 0 to 100, {@value #DEFAULT_AWAKE_PERCENT} by default. 0: they always sleep.
         */
        public Builder awakePercent(int percent) {
            if (percent < 0 || percent > 100) {
                throw new IllegalArgumentException("a share of a core is 0 to 100 percent, not " + percent);
            }
            this.awakePercent = percent;
            return this;
        }

        /** The certificate to trust, in a PEM file, where it is not one of those that Java trusts. */
        public Builder trust(Path pem) {
            this.tls = SslOptions.builder()
                    .jdkSslProvider()
                    .trustManager(pem.toFile())
                    .build();
            return this;
        }

        private static Duration positive(String what, Duration duration) {
            if (duration.isNegative() || duration.isZero()) {
                throw new IllegalArgumentException(what + " must be longer than nothing, not " + duration);
            }
            return duration;
        }

        public RedisStore build() {
            AwakeTime awakeTime = new AwakeTime(awakePercent);
            LettuceLink link = new LettuceLink(address, tls, awakeTime);
            Clock clock = Clock.system();
            Instances heartbeat = instances > 0
                    ? null
                    : Instances.start(
                            new RedisBeats(link, prefix), UUID.randomUUID().toString(), clock, Instances.DEFAULT_EVERY);
            InstanceCount count = heartbeat == null ? InstanceCount.of(instances) : heartbeat;
            Store strict = StrictStore.of(link, new KeyNames(prefix), new Refusals(remember.toNanos()));
            GuardedStore guarded = GuardedStore.logging(strict, onFailure, budget, count, address.toString());
            Probing probing = Probing.start(guarded, clock, Probing.DEFAULT_EVERY);
            Supplier<Store> rehearsed =
                    () -> consistent(new GuardedStore(strict, onFailure, REHEARSAL_BUDGET, count), count);
            return new RedisStore(link, awakeTime, consistent(guarded, count), guarded, rehearsed, probing, heartbeat);
        }

        private Store consistent(Store guarded, InstanceCount count) {
            return switch (consistency) {
                case STRICT -> guarded;
                case LEASED -> new LeasedStore(guarded, count::instances);
                case EVENTUAL -> new EventualStore(guarded, count::instances);
            };
        }
    }
}
