package io.sluice.server.grpc;

import com.google.protobuf.UInt64Value;
import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor.Entry;
import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor.RateLimitOverride;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.type.v3.RateLimitUnit;
import java.util.List;

/** What Envoy sends, made of its own classes, and what is looked at in the answers. */
final class RlsMessages {
    private RlsMessages() {}

    static RateLimitDescriptor descriptor(String... keysAndValues) {
        RateLimitDescriptor.Builder descriptor = RateLimitDescriptor.newBuilder();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            descriptor.addEntries(Entry.newBuilder().setKey(keysAndValues[i]).setValue(keysAndValues[i + 1]));
        }
        return descriptor.build();
    }

    static RateLimitRequest request(String domain, RateLimitDescriptor... descriptors) {
        return RateLimitRequest.newBuilder()
                .setDomain(domain)
                .addAllDescriptors(List.of(descriptors))
                .build();
    }

    static RateLimitRequest hits(int addend, String domain, RateLimitDescriptor... descriptors) {
        return request(domain, descriptors).toBuilder().setHitsAddend(addend).build();
    }

    static RateLimitDescriptor addend(long hits, RateLimitDescriptor descriptor) {
        return descriptor.toBuilder().setHitsAddend(UInt64Value.of(hits)).build();
    }

    /** The public artifact does not know the field yet, so it is written by its number. */
    static RateLimitDescriptor negative(RateLimitDescriptor descriptor) {
        return descriptor.toBuilder()
                .setUnknownFields(com.google.protobuf.UnknownFieldSet.newBuilder()
                        .addField(
                                4,
                                com.google.protobuf.UnknownFieldSet.Field.newBuilder()
                                        .addVarint(1)
                                        .build())
                        .build())
                .build();
    }

    static RateLimitDescriptor limited(int requests, RateLimitUnit unit, RateLimitDescriptor descriptor) {
        return descriptor.toBuilder()
                .setLimit(RateLimitOverride.newBuilder()
                        .setRequestsPerUnit(requests)
                        .setUnit(unit))
                .build();
    }

    static String header(RateLimitResponse response, String name) {
        return response.getResponseHeadersToAddList().stream()
                .filter(header -> header.getKey().equals(name))
                .map(header -> header.getValue())
                .findFirst()
                .orElse("");
    }

    static int remaining(RateLimitResponse response) {
        return response.getStatuses(0).getLimitRemaining();
    }
}
