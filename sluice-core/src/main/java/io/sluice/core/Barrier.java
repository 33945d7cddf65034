package io.sluice.core;

import io.sluice.core.table.CellVisitor;
import io.sluice.core.table.Table;
import org.jspecify.annotations.Nullable;

/** What stands before the counters: who is blocked does not come to them, and nobody does once they are closed. */
final class Barrier {
    private final long maxKeys;
    private final Clock clock;
    private volatile @Nullable Bans bans;
    private volatile boolean closed;
    /** Closed, or somebody is or was blocked: one look on the short way instead of two. */
    private volatile boolean stands;

    Barrier(long maxKeys, Clock clock) {
        this.maxKeys = maxKeys;
        this.clock = clock;
    }

    boolean stands() {
        return stands;
    }

    /** Why a key is refused before its permits are looked at; null if it is not. */
    @Nullable
    Decision refusal(long hash, Meter meter) {
        if (!stands) {
            return null;
        }
        if (closed) {
            return closedAnswer(meter);
        }
        Bans all = bans;
        long left = all == null ? 0 : all.left(Table.tag(hash));
        return left == 0 ? null : Decision.blocked(meter.firstLimit(), left);
    }

    /** What is answered once {@link #close} was called. */
    static Decision closedAnswer(Meter meter) {
        return Decision.refused(meter.firstLimit(), Meter.NEVER, 0, 0);
    }

    void block(long hash, long nanos) {
        Bans all = bans;
        if (all == null) {
            all = firstBan();
        }
        all.block(Table.tag(hash), nanos);
    }

    private synchronized Bans firstBan() {
        Bans all = bans;
        if (all == null) {
            all = new Bans(maxKeys, clock);
            bans = all;
            stands = true;
        }
        return all;
    }

    void unblock(long hash) {
        Bans all = bans;
        if (all != null) {
            all.unblock(Table.tag(hash));
        }
    }

    /** Shows every ban: the tag, and when it ends. */
    void visitBans(CellVisitor visitor) {
        Bans all = bans;
        if (all != null) {
            all.visit(visitor);
        }
    }

    void close() {
        closed = true;
        stands = true;
    }
}
