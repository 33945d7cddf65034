package io.sluice.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.UInt64Value;
import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor.Entry;
import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor.RateLimitOverride;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.Code;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.DescriptorStatus;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.RateLimit.Unit;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitServiceGrpc;
import io.envoyproxy.envoy.type.v3.RateLimitUnit;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.StreamObserver;
import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Store;
import io.sluice.server.api.ApiScene;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The rate limit service, asked by a client made of Envoy's own classes. */
class RlsServiceTest {
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

    private ApiScene scene;
    private ManagedChannel channel;

    private RateLimitServiceGrpc.RateLimitServiceBlockingStub client() throws IOException {
        return client(new ApiScene(RULES));
    }

    private RateLimitServiceGrpc.RateLimitServiceBlockingStub client(ApiScene open) {
        scene = open;
        channel = NettyChannelBuilder.forAddress("127.0.0.1", scene.port())
                .usePlaintext()
                .build();
        return RateLimitServiceGrpc.newBlockingStub(channel).withDeadlineAfter(30, TimeUnit.SECONDS);
    }

    @AfterEach
    void close() throws InterruptedException {
        if (channel != null) {
            channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
        }
        if (scene != null) {
            scene.close();
        }
    }

    private static RateLimitDescriptor descriptor(String... keysAndValues) {
        RateLimitDescriptor.Builder descriptor = RateLimitDescriptor.newBuilder();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            descriptor.addEntries(Entry.newBuilder().setKey(keysAndValues[i]).setValue(keysAndValues[i + 1]));
        }
        return descriptor.build();
    }

    private static RateLimitRequest request(String domain, RateLimitDescriptor... descriptors) {
        return RateLimitRequest.newBuilder()
                .setDomain(domain)
                .addAllDescriptors(List.of(descriptors))
                .build();
    }

    private static RateLimitRequest hits(int addend, String domain, RateLimitDescriptor... descriptors) {
        return request(domain, descriptors).toBuilder().setHitsAddend(addend).build();
    }

    private static RateLimitDescriptor addend(long hits, RateLimitDescriptor descriptor) {
        return descriptor.toBuilder().setHitsAddend(UInt64Value.of(hits)).build();
    }

    /** The public artifact does not know the field yet, so it is written by its number. */
    private static RateLimitDescriptor negative(RateLimitDescriptor descriptor) {
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

    private static String header(RateLimitResponse response, String name) {
        return response.getResponseHeadersToAddList().stream()
                .filter(header -> header.getKey().equals(name))
                .map(header -> header.getValue())
                .findFirst()
                .orElse("");
    }

    @Test
    void countsPerEntryAndTellsHowThingsStand() throws IOException {
        var client = client();
        RateLimitResponse first = client.shouldRateLimit(request("shop", descriptor("tenant", "ann")));
        assertThat(first.getOverallCode()).isEqualTo(Code.OK);
        DescriptorStatus status = first.getStatuses(0);
        assertThat(status.getCurrentLimit().getRequestsPerUnit()).isEqualTo(3);
        assertThat(status.getCurrentLimit().getUnit()).isEqualTo(Unit.MINUTE);
        assertThat(status.getCurrentLimit().getName()).isEqualTo("tenants");
        assertThat(status.getLimitRemaining()).isEqualTo(2);
        assertThat(status.getDurationUntilReset().getSeconds()).isEqualTo(20);
        assertThat(header(first, "X-RateLimit-Remaining")).isEqualTo("2");
        assertThat(header(first, "RateLimit")).startsWith("\"tenants\";r=2");

        client.shouldRateLimit(request("shop", descriptor("tenant", "ann")));
        client.shouldRateLimit(request("shop", descriptor("tenant", "ann")));
        RateLimitResponse refused = client.shouldRateLimit(request("shop", descriptor("tenant", "ann")));
        assertThat(refused.getOverallCode()).isEqualTo(Code.OVER_LIMIT);
        assertThat(refused.getStatuses(0).getCode()).isEqualTo(Code.OVER_LIMIT);
        assertThat(refused.getStatuses(0).getLimitRemaining()).isZero();
        assertThat(refused.getStatuses(0).getDurationUntilReset().getSeconds()).isEqualTo(20);
        assertThat(header(refused, "Retry-After")).isEqualTo("20");

        assertThat(client.shouldRateLimit(request("shop", descriptor("tenant", "bob")))
                        .getOverallCode())
                .isEqualTo(Code.OK);
        scene.clock.advance(Duration.ofSeconds(20));
        assertThat(client.shouldRateLimit(request("shop", descriptor("tenant", "ann")))
                        .getOverallCode())
                .isEqualTo(Code.OK);
    }

    @Test
    void answersEveryDescriptorByItselfAndInOrder() throws IOException {
        var client = client();
        client.shouldRateLimit(hits(3, "shop", descriptor("tenant", "ann")));
        RateLimitResponse response = client.shouldRateLimit(request(
                "shop", descriptor("tenant", "bob"), descriptor("tenant", "ann"), descriptor("nobody", "knows")));
        assertThat(response.getStatusesList().stream().map(DescriptorStatus::getCode))
                .containsExactly(Code.OK, Code.OVER_LIMIT, Code.OK);
        assertThat(response.getOverallCode()).isEqualTo(Code.OVER_LIMIT);
        assertThat(response.getStatuses(2).hasCurrentLimit()).isFalse();
        assertThat(header(response, "Retry-After")).isEqualTo("20");
        assertThat(client.shouldRateLimit(request("shop", descriptor("tenant", "bob")))
                        .getStatuses(0)
                        .getLimitRemaining())
                .as("bob was charged although ann was refused")
                .isEqualTo(1);
    }

    @Test
    void chargesAllRulesOfADescriptorOrNone() throws IOException {
        var client = client();
        client.shouldRateLimit(request("shop", descriptor("tenant", "gold1")));
        client.shouldRateLimit(request("shop", descriptor("tenant", "gold1")));
        RateLimitResponse refused = client.shouldRateLimit(request("shop", descriptor("tenant", "gold1")));
        assertThat(refused.getStatuses(0).getCurrentLimit().getName()).isEqualTo("gold");
        assertThat(refused.getStatuses(0).getCurrentLimit().getUnit()).isEqualTo(Unit.HOUR);
        RateLimitResponse look = client.shouldRateLimit(request("shop", addend(0, descriptor("tenant", "gold1"))));
        assertThat(look.getOverallCode()).isEqualTo(Code.OK);
        assertThat(scene.engine
                        .usage("tenants|tenant:gold1")
                        .toCompletableFuture()
                        .join()
                        .get(0)
                        .state()
                        .remaining())
                .isEqualTo(1);
    }

    @Test
    void takesTheAddendOfTheDescriptorThenThatOfTheRequest() throws IOException {
        var client = client();
        assertThat(remaining(client.shouldRateLimit(hits(2, "shop", descriptor("tenant", "a")))))
                .isEqualTo(1);
        assertThat(remaining(client.shouldRateLimit(hits(9, "shop", addend(1, descriptor("tenant", "a"))))))
                .isZero();
        assertThat(client.shouldRateLimit(hits(9, "shop", addend(0, descriptor("tenant", "a"))))
                        .getOverallCode())
                .as("a peek is allowed")
                .isEqualTo(Code.OK);
        assertThat(client.shouldRateLimit(hits(0, "shop", descriptor("tenant", "a")))
                        .getOverallCode())
                .as("0 of a request is one")
                .isEqualTo(Code.OVER_LIMIT);
        assertThat(client.shouldRateLimit(request("shop", addend(-1L, descriptor("tenant", "b"))))
                        .getOverallCode())
                .as("the largest of all numbers")
                .isEqualTo(Code.OVER_LIMIT);
    }

    @Test
    void givesNegativeHitsBack() throws IOException {
        var client = client();
        client.shouldRateLimit(hits(3, "shop", descriptor("tenant", "a")));
        RateLimitResponse back =
                client.shouldRateLimit(request("shop", negative(addend(2, descriptor("tenant", "a")))));
        assertThat(back.getOverallCode()).isEqualTo(Code.OK);
        assertThat(remaining(back)).isEqualTo(2);
        RateLimitDescriptor given = limited(4, RateLimitUnit.HOUR, descriptor("x", "y"));
        client.shouldRateLimit(hits(4, "any", given));
        assertThat(remaining(client.shouldRateLimit(request("any", negative(given)))))
                .isEqualTo(1);
    }

    @Test
    void takesTheLimitThatADescriptorBringsInsteadOfTheRules() throws IOException {
        var client = client();
        RateLimitDescriptor two = limited(2, RateLimitUnit.HOUR, descriptor("tenant", "ann"));
        RateLimitResponse first = client.shouldRateLimit(request("shop", two));
        assertThat(first.getStatuses(0).getCurrentLimit().getRequestsPerUnit()).isEqualTo(2);
        assertThat(first.getStatuses(0).getCurrentLimit().getUnit()).isEqualTo(Unit.HOUR);
        client.shouldRateLimit(request("shop", two));
        assertThat(client.shouldRateLimit(request("shop", two)).getOverallCode())
                .isEqualTo(Code.OVER_LIMIT);
        assertThat(remaining(client.shouldRateLimit(request("shop", descriptor("tenant", "ann")))))
                .as("the rule was not charged")
                .isEqualTo(2);
        for (RateLimitUnit unit : List.of(RateLimitUnit.DAY, RateLimitUnit.MONTH, RateLimitUnit.YEAR)) {
            assertThat(client.shouldRateLimit(request("shop", limited(2, unit, descriptor("tenant", "ann"))))
                            .getStatuses(0)
                            .getCurrentLimit()
                            .getUnit()
                            .name())
                    .isEqualTo(unit.name());
        }
    }

    @Test
    void neverJoinsKeysSoThatTheyCollide() throws IOException {
        var client = client();
        client.shouldRateLimit(request("d", limited(1, RateLimitUnit.HOUR, descriptor("a_b", "c"))));
        for (RateLimitDescriptor other : List.of(
                descriptor("a", "b_c"),
                descriptor("a", "b", "c", ""),
                descriptor("a|b", "c"),
                descriptor("a_b", "c|"))) {
            assertThat(client.shouldRateLimit(request("d", limited(1, RateLimitUnit.HOUR, other)))
                            .getOverallCode())
                    .as("%s", other)
                    .isEqualTo(Code.OK);
        }
        assertThat(client.shouldRateLimit(request("d", limited(1, RateLimitUnit.HOUR, descriptor("a_b", "c"))))
                        .getOverallCode())
                .isEqualTo(Code.OVER_LIMIT);
    }

    @Test
    void knowsAddressesPathsAndKeysThatComeAgain() throws IOException {
        var client = client();
        RateLimitResponse edge = client.shouldRateLimit(request("edge", descriptor("remote_address", "203.0.113.9")));
        assertThat(edge.getStatuses(0).getCurrentLimit().getUnit())
                .as("there is no unit of 15 minutes")
                .isEqualTo(Unit.UNKNOWN);
        assertThat(scene.engine
                        .usage("addresses|ip:203.0.113.9")
                        .toCompletableFuture()
                        .join()
                        .get(0)
                        .state()
                        .remaining())
                .isEqualTo(4);
        RateLimitResponse path = client.shouldRateLimit(request("paths", descriptor("path", "//api/%61?q=1")));
        assertThat(remaining(path)).isEqualTo(1);
        assertThat(client.shouldRateLimit(request("paths", descriptor("path", "/api%2Fa")))
                        .getOverallCode())
                .as("a path that servers read differently")
                .isEqualTo(Code.OVER_LIMIT);
        RateLimitDescriptor nested = descriptor("generic_key", "a", "generic_key", "b");
        assertThat(client.shouldRateLimit(request("nested", nested))
                        .getStatuses(0)
                        .hasCurrentLimit())
                .isTrue();
        assertThat(client.shouldRateLimit(request("nested", descriptor("generic_key", "a")))
                        .getStatuses(0)
                        .hasCurrentLimit())
                .isFalse();
    }

    @Test
    void refusesWhoWouldHaveToWaitForThatLong() throws IOException {
        var client = client();
        assertThat(client.shouldRateLimit(request("queue", descriptor("a", "b")))
                        .getOverallCode())
                .isEqualTo(Code.OK);
        for (int i = 0; i < 20; i++) {
            RateLimitResponse later = client.shouldRateLimit(request("queue", descriptor("a", "b")));
            assertThat(later.getOverallCode()).isEqualTo(Code.OVER_LIMIT);
            assertThat(header(later, "Retry-After"))
                    .as("no place is kept for those who are sent away")
                    .isEqualTo("1");
        }
        scene.clock.advance(Duration.ofMillis(500));
        assertThat(client.shouldRateLimit(request("queue", descriptor("a", "b")))
                        .getOverallCode())
                .isEqualTo(Code.OK);
    }

    @Test
    void tellsWhatIsWrongWithARequest() throws IOException {
        var client = client();
        List<RateLimitRequest> wrong = new ArrayList<>();
        wrong.add(request("", descriptor("a", "b")));
        wrong.add(request("shop"));
        wrong.add(request("shop", descriptor("a", "b"), RateLimitDescriptor.getDefaultInstance()));
        wrong.add(request("shop", descriptor("", "b")));
        wrong.add(request("shop", limited(1, RateLimitUnit.UNKNOWN, descriptor("a", "b"))));
        List<String> said = List.of(
                "domain is empty",
                "descriptors is empty",
                "descriptors[1].entries is empty",
                "descriptors[0].entries[0].key is empty",
                "descriptors[0].limit.unit is none");
        for (int i = 0; i < wrong.size(); i++) {
            RateLimitRequest bad = wrong.get(i);
            String expected = said.get(i);
            assertThatThrownBy(() -> client.shouldRateLimit(bad))
                    .isInstanceOfSatisfying(StatusRuntimeException.class, e -> {
                        assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
                        assertThat(e.getStatus().getDescription()).startsWith(expected);
                    });
        }
    }

    @Test
    void isUnavailableWhereTheStoreCannotBeAskedAndRefuses() throws IOException {
        var client = client(new ApiScene(RULES, new Store() {
            @Override
            public CompletionStage<Answer> ask(Question question) {
                Decision undecided = Decision.undecided(
                        question.charges().get(0).limits().limits().get(0), 1_000_000_000);
                return CompletableFuture.completedStage(Answer.of(undecided));
            }

            @Override
            public Clock clock() {
                return new ManualClock();
            }

            @Override
            public void close() {}
        }));
        assertThatThrownBy(() -> client.shouldRateLimit(request("shop", descriptor("tenant", "ann"))))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE));
        assertThat(client.shouldRateLimit(request("elsewhere", descriptor("tenant", "ann")))
                        .getOverallCode())
                .isEqualTo(Code.OK);
    }

    @Test
    void answersHealthAndReflectionOnTheSamePortAsHttp() throws Exception {
        client();
        assertThat(HealthGrpc.newBlockingStub(channel)
                        .withDeadlineAfter(30, TimeUnit.SECONDS)
                        .check(HealthCheckRequest.getDefaultInstance())
                        .getStatus())
                .isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
        assertThat(services()).contains("envoy.service.ratelimit.v3.RateLimitService", "grpc.health.v1.Health");
        HttpResponse<String> overview = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + scene.port() + "/"))
                                .version(HttpClient.Version.HTTP_1_1)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(overview.body()).contains("/v1/check");
    }

    private List<String> services() throws Exception {
        CompletableFuture<ServerReflectionResponse> answer = new CompletableFuture<>();
        StreamObserver<ServerReflectionRequest> asking = ServerReflectionGrpc.newStub(channel)
                .serverReflectionInfo(new StreamObserver<>() {
                    @Override
                    public void onNext(ServerReflectionResponse response) {
                        answer.complete(response);
                    }

                    @Override
                    public void onError(Throwable failure) {
                        answer.completeExceptionally(failure);
                    }

                    @Override
                    public void onCompleted() {}
                });
        asking.onNext(ServerReflectionRequest.newBuilder().setListServices("*").build());
        List<ServiceResponse> all =
                answer.get(30, TimeUnit.SECONDS).getListServicesResponse().getServiceList();
        asking.onCompleted();
        return all.stream().map(ServiceResponse::getName).toList();
    }

    @Test
    void tellsClientsWhenItGoes() throws Exception {
        var client = client();
        client.shouldRateLimit(request("shop", descriptor("tenant", "ann")));
        scene.door().drain(Duration.ofSeconds(10));
        assertThatThrownBy(() -> client.shouldRateLimit(request("shop", descriptor("tenant", "ann"))))
                .isInstanceOf(StatusRuntimeException.class);
    }

    private static RateLimitDescriptor limited(int requests, RateLimitUnit unit, RateLimitDescriptor descriptor) {
        return descriptor.toBuilder()
                .setLimit(RateLimitOverride.newBuilder()
                        .setRequestsPerUnit(requests)
                        .setUnit(unit))
                .build();
    }

    private static int remaining(RateLimitResponse response) {
        return response.getStatuses(0).getLimitRemaining();
    }
}
