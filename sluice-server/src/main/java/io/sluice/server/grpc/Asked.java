package io.sluice.server.grpc;

import io.sluice.rls.RateLimitRequest;
import java.util.List;

/** A request to the rate limit service. */
final class Asked {
    private final String domain;
    private final long addend;
    private final List<Described> descriptors;

    Asked(String domain, long addend, List<Described> descriptors) {
        this.domain = domain;
        this.addend = addend;
        this.descriptors = descriptors;
    }

    static Asked of(RateLimitRequest request) {
        return new Asked(
                request.getDomain(),
                Integer.toUnsignedLong(request.getHitsAddend()),
                request.getDescriptorsList().stream().map(Described::of).toList());
    }

    String domain() {
        return domain;
    }

    List<Described> descriptors() {
        return descriptors;
    }

    /** How often a descriptor counts: its own addend, where 0 only looks; else the request's, where 0 is the usual one. */
    long times(Described descriptor) {
        return descriptor.hasAddend() ? descriptor.addend() : Math.max(1, addend);
    }
}
