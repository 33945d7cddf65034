package io.sluice.server.grpc;

import io.sluice.core.Limit;
import io.sluice.rls.RateLimitRequest;
import io.sluice.rls.descriptor.RateLimitDescriptor;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.Ruling;
import io.sluice.rules.key.KeyText;
import io.sluice.server.api.Given;
import io.sluice.server.api.GivenLimits;
import io.sluice.server.api.InForce;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Decides about one descriptor: by the rules that match it, or by the limit that it brings along. */
final class Descriptors {
    private final RuleEngine engine;
    private final InForce inForce;
    private final GivenLimits given;

    Descriptors(RuleEngine engine, InForce inForce, GivenLimits given) {
        this.engine = engine;
        this.inForce = inForce;
        this.given = given;
    }

    /** About the only descriptor; null where that cannot be done at once: then nothing has been done yet. */
    @Nullable
    Ruling decideInMemory(RateLimitRequest request) {
        RateLimitDescriptor descriptor = request.getDescriptors(0);
        if (descriptor.hasLimit() || descriptor.getIsNegativeHits()) {
            return null;
        }
        DescriptorAttributes attributes = attributes(request.getDomain(), descriptor, times(request, descriptor));
        return attributes.isAmbiguous() ? Ambiguous.PATH : engine.decideInMemory(attributes);
    }

    /** Null if no more limits can be given. */
    @Nullable
    CompletionStage<Ruling> decide(RateLimitRequest request, RateLimitDescriptor descriptor) {
        long times = times(request, descriptor);
        return descriptor.hasLimit()
                ? byItsLimit(request.getDomain(), descriptor, times)
                : byRules(request.getDomain(), descriptor, times);
    }

    /** The descriptor's addend, where 0 only looks; else the request's, where 0 is the usual one. */
    private static long times(RateLimitRequest request, RateLimitDescriptor descriptor) {
        if (descriptor.hasHitsAddend()) {
            long addend = descriptor.getHitsAddend().getValue();
            return addend < 0 ? Limit.MOST_PERMITS : addend;
        }
        return Math.max(1, Integer.toUnsignedLong(request.getHitsAddend()));
    }

    private CompletionStage<Ruling> byRules(String domain, RateLimitDescriptor descriptor, long times) {
        DescriptorAttributes attributes = attributes(domain, descriptor, times);
        if (attributes.isAmbiguous()) {
            return CompletableFuture.completedStage(Ambiguous.PATH);
        }
        return descriptor.getIsNegativeHits() ? engine.refund(attributes) : engine.decide(attributes);
    }

    private DescriptorAttributes attributes(String domain, RateLimitDescriptor descriptor, long times) {
        return new DescriptorAttributes(domain, descriptor, inForce.paths(), times);
    }

    private @Nullable CompletionStage<Ruling> byItsLimit(String domain, RateLimitDescriptor descriptor, long times) {
        Limit limit = Objects.requireNonNull(Units.limit(
                descriptor.getLimit().getRequestsPerUnit(),
                descriptor.getLimit().getUnit()));
        Given limits = given.named("descriptor:" + limit, List.of(limit));
        if (limits == null) {
            return null;
        }
        String key = key(domain, descriptor);
        return descriptor.getIsNegativeHits() ? given.refund(limits, key, times) : given.decide(limits, key, times);
    }

    /** Of every entry, so that no two descriptors share one. */
    private static String key(String domain, RateLimitDescriptor descriptor) {
        List<KeyText.Part> parts = new ArrayList<>();
        parts.add(new KeyText.Part("domain", domain));
        for (RateLimitDescriptor.Entry entry : descriptor.getEntriesList()) {
            parts.add(new KeyText.Part(entry.getKey(), entry.getValue()));
        }
        return new KeyText(domain, parts).ofParts();
    }
}
