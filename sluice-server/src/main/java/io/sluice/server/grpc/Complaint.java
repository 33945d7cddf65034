package io.sluice.server.grpc;

import io.sluice.rls.RateLimitRequest;
import io.sluice.rls.descriptor.RateLimitDescriptor;
import org.jspecify.annotations.Nullable;

/** What is wrong with a request to the rate limit service: where, and what would be right. */
final class Complaint {
    private Complaint() {}

    /** Null if nothing is. */
    static @Nullable String about(RateLimitRequest request) {
        if (request.getDomain().isEmpty()) {
            return "domain is empty; name the group of limits, such as shop";
        }
        if (request.getDescriptorsCount() == 0) {
            return "descriptors is empty; send at least one";
        }
        for (int i = 0; i < request.getDescriptorsCount(); i++) {
            String wrong = about(request.getDescriptors(i));
            if (wrong != null) {
                return "descriptors[" + i + "]" + wrong;
            }
        }
        return null;
    }

    private static @Nullable String about(RateLimitDescriptor descriptor) {
        if (descriptor.getEntriesCount() == 0) {
            return ".entries is empty; send at least one pair of key and value";
        }
        for (int i = 0; i < descriptor.getEntriesCount(); i++) {
            if (descriptor.getEntries(i).getKey().isEmpty()) {
                return ".entries[" + i + "].key is empty; name what the value is, such as remote_address";
            }
        }
        boolean unknownUnit = descriptor.hasLimit()
                && Units.limit(
                                descriptor.getLimit().getRequestsPerUnit(),
                                descriptor.getLimit().getUnit())
                        == null;
        return unknownUnit ? ".limit.unit is none; use SECOND, MINUTE, HOUR, DAY, WEEK, MONTH or YEAR" : null;
    }
}
