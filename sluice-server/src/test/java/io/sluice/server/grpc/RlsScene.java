package io.sluice.server.grpc;

import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.sluice.core.Store;
import io.sluice.server.api.ApiScene;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/** The rate limit service under rules of many kinds, and a client made of Envoy's own classes. */
final class RlsScene implements AutoCloseable {
    private static final String RULES = """
            headers: [ietf, x-ratelimit]
            rules:
              tenants:
                match: { domain: shop, tenant: "*" }
                per: tenant
                limit: 3/min
              gold:
                match: { domain: shop, tenant: "gold*" }
                per: tenant
                limit: 2/h
              addresses:
                match: { domain: edge }
                per: ip
                limit: 5/15m
              paths:
                match: { domain: paths, path: /api/** }
                limit: 1/s burst 2
              hosts:
                match: { domain: hosts, host: shop.example }
                per: host
                limit: 3/min
              nested:
                match: { domain: nested, generic_key: a, generic_key_2: b }
                limit: 1/day
              queue:
                match: { domain: queue }
                limit: 2/s leaky-queue 10
                when-limited: delay
              decoys:
                match: { domain: strange }
                limit: 1/min
                when-limited: { status: 503 }
            """;

    final ApiScene api;
    final ManagedChannel channel;

    RlsScene() {
        this(RULES);
    }

    /** With another store than memory; null for memory. */
    RlsScene(Store store) {
        this(RULES, store);
    }

    /** Under other rules, without their version. */
    RlsScene(String rules) {
        this(rules, null);
    }

    private RlsScene(String rules, Store store) {
        try {
            api = new ApiScene(rules, store);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        channel = NettyChannelBuilder.forAddress("127.0.0.1", api.port())
                .usePlaintext()
                .build();
    }

    RateLimitResponse ask(RateLimitRequest request) {
        return RateLimitServiceGrpc.newBlockingStub(channel)
                .withDeadlineAfter(30, TimeUnit.SECONDS)
                .shouldRateLimit(request);
    }

    @Override
    public void close() {
        channel.shutdownNow();
        try {
            channel.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        api.close();
    }
}
