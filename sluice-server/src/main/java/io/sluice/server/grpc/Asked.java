package io.sluice.server.grpc;

import io.grpc.Status;
import io.sluice.rls.RateLimitRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request to the rate limit service. */
final class Asked {
    private final String domain;
    private final long addend;
    private final List<Described> descriptors;
    private final @Nullable Status unread;

    Asked(String domain, long addend, List<Described> descriptors) {
        this(domain, addend, descriptors, null);
    }

    private Asked(String domain, long addend, List<Described> descriptors, @Nullable Status unread) {
        this.domain = domain;
        this.addend = addend;
        this.descriptors = descriptors;
        this.unread = unread;
    }

    /** Bytes that are no request. */
    static Asked unread(Status why) {
        return new Asked("", 0, List.of(), why);
    }

    static Asked of(RateLimitRequest request) {
        return new Asked(
                request.getDomain(),
                Integer.toUnsignedLong(request.getHitsAddend()),
                request.getDescriptorsList().stream().map(Described::of).toList());
    }

    /** What its sender is told, if it could not be read; else null. */
    @Nullable
    Status unread() {
        return unread;
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
