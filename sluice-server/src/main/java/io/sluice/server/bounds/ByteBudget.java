package io.sluice.server.bounds;

import io.netty.util.internal.PlatformDependent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The memory that requests may hold while they are not whole, over all connections of a process. Beyond it the largest are refused until a tenth of the budget is free again, so that an attack pays
 * for a look at all accounts with a tenth of the budget.
 *
 * <p>A connection on another event loop is told to let go, which takes until its loop comes to it. Meanwhile the sum may exceed the budget by a quarter; then a request that grows is refused at once,
 * large or not. Buffers that are being read into come on top: one for each event loop.
 *
 * <p>Safe for many threads.
 */
public final class ByteBudget {
    private static final int DEFAULT_PART = 8;
    private static final int FREED_PART = 10;
    private static final int EXCESS_PART = 4;

    private final long most;
    private final AtomicLong held = new AtomicLong();
    /** Part of {@link #held}: what connections have been told to let go. */
    private final AtomicLong leaving = new AtomicLong();
    /** Those that hold something. */
    private final Set<Account> accounts = ConcurrentHashMap.newKeySet();

    private final ReentrantLock choosing = new ReentrantLock();

    /** An account, and what it held when it was looked at. */
    private record Share(Account account, int bytes) {}

    /** Of so many bytes. */
    public ByteBudget(long most) {
        this.most = most;
    }

    /** An eighth of the memory that a process has for its objects or, should that be less, for buffers outside of the heap: unfinished requests are in both. */
    public static long defaultBytes() {
        return Math.min(Runtime.getRuntime().maxMemory(), PlatformDependent.maxDirectMemory()) / DEFAULT_PART;
    }

    /** One that is never exceeded. */
    public static ByteBudget unlimited() {
        return new ByteBudget(Long.MAX_VALUE / 2);
    }

    public long most() {
        return most;
    }

    /** Bytes at this moment. */
    public long held() {
        return held.get();
    }

    void opened(Account account) {
        accounts.add(account);
    }

    void emptied(Account account) {
        accounts.remove(account);
    }

    void changedLeaving(long bytes) {
        leaving.addAndGet(bytes);
    }

    /** Called by the event loop of the account, after the account itself has changed. */
    void changed(Account account, long bytes) {
        long now = held.addAndGet(bytes);
        if (bytes <= 0) {
            return;
        }
        if (now > most + most / EXCESS_PART) {
            account.leaveNow();
        } else {
            makeRoom();
        }
    }

    private boolean isExceeded() {
        return held.get() - leaving.get() > most;
    }

    private void makeRoom() {
        while (isExceeded() && choosing.tryLock()) { // without the lock another thread makes room, and looks again
            List<Account> chosen;
            try {
                chosen = chosen();
            } finally {
                choosing.unlock();
            }
            chosen.forEach(Account::tellToLeave);
        }
    }

    private List<Account> chosen() {
        List<Share> shares = new ArrayList<>();
        accounts.forEach(account -> shares.add(new Share(account, account.held())));
        shares.sort(Comparator.comparingInt(Share::bytes).reversed());
        List<Account> chosen = new ArrayList<>();
        for (Share share : shares) {
            if (held.get() - leaving.get() <= most - most / FREED_PART) {
                break;
            }
            if (share.account.markLeaving()) {
                chosen.add(share.account);
            }
        }
        return chosen;
    }
}
