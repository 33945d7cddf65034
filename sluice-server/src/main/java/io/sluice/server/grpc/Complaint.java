package io.sluice.server.grpc;

import io.sluice.rls.descriptor.RateLimitDescriptor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is wrong with a request to the rate limit service: where, and what would be right. */
final class Complaint {
    private Complaint() {}

    /** Null if nothing is. */
    static @Nullable String about(Asked request) {
        if (request.domain().isEmpty()) {
            return "domain is empty; name the group of limits, such as shop";
        }
        List<Described> descriptors = request.descriptors();
        if (descriptors.isEmpty()) {
            return "descriptors is empty; send at least one";
        }
        for (int i = 0; i < descriptors.size(); i++) {
            String wrong = about(descriptors.get(i));
            if (wrong != null) {
                return "descriptors[" + i + "]" + wrong;
            }
        }
        return null;
    }

    private static @Nullable String about(Described descriptor) {
        if (descriptor.size() == 0) {
            return ".entries is empty; send at least one pair of key and value";
        }
        for (int i = 0; i < descriptor.size(); i++) {
            if (descriptor.key(i).isEmpty()) {
                return ".entries[" + i + "].key is empty; name what the value is, such as remote_address";
            }
        }
        RateLimitDescriptor.RateLimitOverride limit = descriptor.limit();
        boolean unknownUnit = limit != null && Units.limit(limit.getRequestsPerUnit(), limit.getUnit()) == null;
        return unknownUnit ? ".limit.unit is none; use SECOND, MINUTE, HOUR, DAY, WEEK, MONTH or YEAR" : null;
    }
}
