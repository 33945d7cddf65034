package io.sluice.server.grpc;

import io.sluice.core.Limit;
import io.sluice.rls.descriptor.RateLimitDescriptor;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.Ruling;
import io.sluice.rules.key.KeyText;
import io.sluice.server.api.Given;
import io.sluice.server.api.GivenLimits;
import io.sluice.server.api.InForce;
import io.sluice.server.api.NotGivenException;
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
    Ruling decideInMemory(Asked request) {
        Described descriptor = request.descriptors().get(0);
        if (descriptor.limit() != null || descriptor.givesBack()) {
            return null;
        }
        DescriptorAttributes attributes = attributes(request, descriptor);
        return attributes.isAmbiguous() ? Ambiguous.PATH : engine.decideInMemory(attributes);
    }

    /** @throws NotGivenException if no more limits can be given */
    CompletionStage<Ruling> decide(Asked request, Described descriptor) throws NotGivenException {
        RateLimitDescriptor.RateLimitOverride limit = descriptor.limit();
        return limit == null ? byRules(request, descriptor) : byItsLimit(request, descriptor, limit);
    }

    private CompletionStage<Ruling> byRules(Asked request, Described descriptor) {
        DescriptorAttributes attributes = attributes(request, descriptor);
        if (attributes.isAmbiguous()) {
            return CompletableFuture.completedStage(Ambiguous.PATH);
        }
        return descriptor.givesBack() ? engine.refund(attributes) : engine.decide(attributes);
    }

    private DescriptorAttributes attributes(Asked request, Described descriptor) {
        return new DescriptorAttributes(request.domain(), descriptor, inForce, request.times(descriptor));
    }

    private CompletionStage<Ruling> byItsLimit(
            Asked request, Described descriptor, RateLimitDescriptor.RateLimitOverride its) throws NotGivenException {
        Limit limit = Objects.requireNonNull(Units.limit(its.getRequestsPerUnit(), its.getUnit()));
        Given limits = given.named("descriptor:" + limit, List.of(limit));
        String key = key(request.domain(), descriptor);
        long times = request.times(descriptor);
        return descriptor.givesBack() ? given.refund(limits, key, times) : given.decide(limits, key, times);
    }

    /** Of every entry, so that no two descriptors share one. */
    private static String key(String domain, Described descriptor) {
        List<KeyText.Part> parts = new ArrayList<>();
        parts.add(new KeyText.Part("domain", domain));
        for (int i = 0; i < descriptor.size(); i++) {
            parts.add(new KeyText.Part(descriptor.key(i), descriptor.value(i)));
        }
        return new KeyText(domain, parts).ofParts();
    }
}
