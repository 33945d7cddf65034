package io.sluice.core.stress;

import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The table's protocol in small, for one set of eight slots, with parts that can be left out: what the stress test must notice.
 * An owner is a key's number from 1 on, above a version; a state is when the slot's token bucket will be full again. Where all
 * slots are in use it refuses: nobody has to leave, so that every permit too many is the protocol's fault.
 */
final class SlotProtocol implements EpochStress.Counters {
    /** A way to get it wrong. */
    enum Flaw {
        /** Charges with a plain write. */
        CHARGES_WITHOUT_SWAPPING,
        /** Charges whatever there is, and puts back what was there before if that was too much. */
        CHARGES_BEFORE_CHECKING,
        /** Does not look at the owner again after charging. */
        TRUSTS_THE_OWNER_READ_BEFORE,
        /** Two may take over at once. */
        TAKES_OVER_WITHOUT_LOCK,
        /** Writes the new state whatever the old one is by now. */
        TAKES_OVER_BLINDLY,
        /** Swaps from a state read later than the one it weighed. */
        WEIGHS_ONE_STATE_AND_SWAPS_ANOTHER
    }

    private static final int WAYS = CrowdedSet.SLOTS;
    private static final int ABSENT = -1;
    private static final int FULL = -2;
    private static final int VERSIONS = 16;
    private static final long TOLERANCE = EpochStress.BURST * EpochStress.INTERVAL;

    private final BareClock clock;
    private final Set<Flaw> flaws;
    private final AtomicLongArray owners = new AtomicLongArray(WAYS);
    private final AtomicLongArray states = new AtomicLongArray(WAYS);
    private final AtomicBoolean lock = new AtomicBoolean();

    SlotProtocol(BareClock clock, Set<Flaw> flaws) {
        this.clock = clock;
        this.flaws = flaws;
    }

    @Override
    public boolean tryAcquire(int key) {
        long tag = key + 1L;
        while (true) {
            long now = clock.nanos();
            int slot = find(tag);
            if (slot < 0) {
                slot = claim(tag);
                if (slot == FULL) {
                    return false;
                }
            }
            long owner = owners.get(slot);
            long state = states.get(slot);
            if (owner / VERSIONS != tag) {
                continue;
            }
            long next = Math.max(state, now) + EpochStress.INTERVAL;
            boolean allowed = next - now <= TOLERANCE;
            letOthersRunNowAndThen();
            boolean charges = allowed || flaws.contains(Flaw.CHARGES_BEFORE_CHECKING);
            if ((!charges || charge(slot, state, next)) && still(slot, owner)) {
                if (charges && !allowed) {
                    putBack(slot, state);
                }
                return allowed;
            }
        }
    }

    /** At the worst moment, so that two cores show what many would. */
    @SuppressWarnings("ThreadPriorityCheck") // to be interrupted is the point
    private static void letOthersRunNowAndThen() {
        if (ThreadLocalRandom.current().nextInt(32) == 0) {
            Thread.yield();
        }
    }

    private void putBack(int slot, long state) {
        letOthersRunNowAndThen();
        states.set(slot, state);
    }

    private boolean charge(int slot, long state, long next) {
        if (flaws.contains(Flaw.CHARGES_WITHOUT_SWAPPING)) {
            states.set(slot, next);
            return true;
        }
        return states.compareAndSet(slot, state, next);
    }

    private boolean still(int slot, long owner) {
        if (flaws.contains(Flaw.TRUSTS_THE_OWNER_READ_BEFORE)) {
            return true;
        }
        if (owners.get(slot) / VERSIONS == 0) {
            lock();
            unlock();
        }
        return owners.get(slot) == owner;
    }

    private int find(long tag) {
        for (int slot = 0; slot < WAYS; slot++) {
            if (owners.get(slot) / VERSIONS == tag) {
                return slot;
            }
        }
        return ABSENT;
    }

    private int claim(long tag) {
        lock();
        try {
            int slot = find(tag);
            while (slot == ABSENT) {
                slot = takeOver(tag, clock.nanos());
            }
            return slot;
        } finally {
            unlock();
        }
    }

    private int takeOver(long tag, long now) {
        int slot = 0;
        long weighed = Long.MAX_VALUE;
        for (int i = 0; i < WAYS; i++) {
            long state = states.get(i);
            if (state < weighed) {
                slot = i;
                weighed = state;
            }
        }
        if (weighed > now) {
            return FULL;
        }
        long owner = owners.get(slot);
        long from = flaws.contains(Flaw.WEIGHS_ONE_STATE_AND_SWAPS_ANOTHER) ? states.get(slot) : weighed;
        owners.set(slot, owner % VERSIONS);
        if (renew(slot, from, now)) {
            owners.set(slot, tag * VERSIONS + (owner + 1) % VERSIONS);
            return slot;
        }
        owners.set(slot, owner);
        return ABSENT;
    }

    private boolean renew(int slot, long from, long now) {
        if (flaws.contains(Flaw.TAKES_OVER_BLINDLY)) {
            states.set(slot, now);
            return true;
        }
        return states.compareAndSet(slot, from, now);
    }

    private void lock() {
        while (!flaws.contains(Flaw.TAKES_OVER_WITHOUT_LOCK) && !lock.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
    }

    private void unlock() {
        lock.set(false);
    }
}
