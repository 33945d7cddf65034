package io.sluice.server.gateway.upstream;

import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sluice.rules.TargetSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Looks up where targets are, again and again, on threads of its own: a name service that hangs holds up no request. */
@SuppressWarnings("FutureReturnValueIgnored") // a look-up tells by itself
final class Names implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Names.class.getName());
    /** That a name service may keep waiting at the same time. */
    private static final int THREADS = 4;

    /** Asks a name service. */
    @FunctionalInterface
    interface LookUp {
        InetAddress[] of(String name) throws UnknownHostException;
    }

    private final LookUp lookUp;
    private final Duration every;
    private final Duration soon;
    private final ScheduledThreadPoolExecutor threads =
            new ScheduledThreadPoolExecutor(THREADS, new DefaultThreadFactory("sluice-names", true));

    /**
     * Asks by the given way.
     *
     * @param every a name that leads somewhere
     * @param soon one that leads nowhere yet
     */
    Names(LookUp lookUp, Duration every, Duration soon) {
        this.lookUp = lookUp;
        this.every = every;
        this.soon = soon;
        threads.setRemoveOnCancelPolicy(true);
        threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /**
     * From now on tells a target where it is; addresses are what they are.
     *
     * @param wanted until this is no longer so
     * @return done when it was looked for once
     */
    CompletableFuture<Void> follow(LiveTarget target, BooleanSupplier wanted) {
        TargetSettings settings = target.terms().target();
        byte[] literal = NetUtil.createByteArrayFromIpAddressString(settings.host());
        if (literal != null) {
            target.moveTo(new InetSocketAddress(address(literal), settings.port()));
            return CompletableFuture.completedFuture(null);
        }
        return CompletableFuture.runAsync(new Following(target, wanted), threads);
    }

    private static InetAddress address(byte[] literal) {
        try {
            return InetAddress.getByAddress(literal);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** Asks for one name as long as it is wanted, and tells once when it gets lost. */
    private final class Following implements Runnable {
        private final LiveTarget target;
        private final BooleanSupplier wanted;
        private boolean lost;

        Following(LiveTarget target, BooleanSupplier wanted) {
            this.target = target;
            this.wanted = wanted;
        }

        @Override
        public void run() {
            if (!wanted.getAsBoolean()) {
                return;
            }
            try {
                move(lookUp.of(target.terms().target().host()));
                lost = false;
            } catch (UnknownHostException | RuntimeException e) {
                lose();
            }
            Duration pause = target.hasAddress() ? every : soon;
            threads.schedule(this, pause.toNanos(), TimeUnit.NANOSECONDS);
        }

        private void lose() {
            if (!lost) {
                String kept = target.hasAddress() ? "; its last address is kept" : "";
                LOG.log(System.Logger.Level.WARNING, "the name of {0} leads nowhere{1}", target, kept);
            }
            lost = true;
        }

        /** Stays where it is while the name still leads there. */
        private void move(InetAddress[] found) throws UnknownHostException {
            if (found.length == 0) {
                throw new UnknownHostException(target.toString());
            }
            boolean stays = target.hasAddress()
                    && Arrays.asList(found).contains(target.address().getAddress());
            if (!stays) {
                target.moveTo(
                        new InetSocketAddress(found[0], target.terms().target().port()));
            }
        }
    }
}
