package io.sluice.server.gateway;

import io.sluice.rules.list.Address;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Counts connections that are open, in all and from each address, and lets no more in than the limits say. */
final class ConnectionGate {
    private final int most;
    private final int mostPerAddress;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<Address, Integer> perAddress = new ConcurrentHashMap<>();

    ConnectionGate(GatewayLimits limits) {
        this.most = limits.connections();
        this.mostPerAddress = limits.connectionsPerAddress();
    }

    /** Whether there is room for one more; then {@link #leave} follows. */
    boolean enter() {
        if (open.incrementAndGet() > most) {
            open.decrementAndGet();
            return false;
        }
        return true;
    }

    void leave() {
        open.decrementAndGet();
    }

    /** Likewise for one address, known or not. */
    boolean enter(@Nullable Address address) {
        return mostPerAddress == 0
                || address == null
                || perAddress.merge(address, 1, Integer::sum) <= mostPerAddress
                || refuse(address);
    }

    private boolean refuse(Address address) {
        leave(address);
        return false;
    }

    void leave(@Nullable Address address) {
        if (mostPerAddress > 0 && address != null) {
            perAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
        }
    }
}
