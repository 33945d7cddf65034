package io.sluice.server.grpc;

import static io.sluice.server.grpc.RlsMessages.addend;
import static io.sluice.server.grpc.RlsMessages.descriptor;
import static io.sluice.server.grpc.RlsMessages.header;
import static io.sluice.server.grpc.RlsMessages.hits;
import static io.sluice.server.grpc.RlsMessages.limited;
import static io.sluice.server.grpc.RlsMessages.remaining;
import static io.sluice.server.grpc.RlsMessages.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.Code;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.DescriptorStatus;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.RateLimit.Unit;
import io.envoyproxy.envoy.type.v3.RateLimitUnit;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the rate limit service answers to each descriptor. */
class RlsServiceTest {
    private final RlsScene scene = new RlsScene();

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void countsPerEntryAndTellsHowThingsStand() {
        RateLimitResponse first = scene.ask(request("shop", descriptor("tenant", "ann")));
        assertThat(first.getOverallCode()).isEqualTo(Code.OK);
        DescriptorStatus status = first.getStatuses(0);
        assertThat(status.getCurrentLimit().getRequestsPerUnit()).isEqualTo(3);
        assertThat(status.getCurrentLimit().getUnit()).isEqualTo(Unit.MINUTE);
        assertThat(status.getCurrentLimit().getName()).isEqualTo("tenants");
        assertThat(status.getLimitRemaining()).isEqualTo(2);
        assertThat(status.getDurationUntilReset().getSeconds()).isEqualTo(20);
        assertThat(header(first, "X-RateLimit-Remaining")).isEqualTo("2");
        assertThat(header(first, "RateLimit")).startsWith("\"tenants\";r=2");

        scene.ask(request("shop", descriptor("tenant", "ann")));
        scene.ask(request("shop", descriptor("tenant", "ann")));
        RateLimitResponse refused = scene.ask(request("shop", descriptor("tenant", "ann")));
        assertThat(refused.getOverallCode()).isEqualTo(Code.OVER_LIMIT);
        assertThat(refused.getStatuses(0).getCode()).isEqualTo(Code.OVER_LIMIT);
        assertThat(refused.getStatuses(0).getLimitRemaining()).isZero();
        assertThat(refused.getStatuses(0).getDurationUntilReset().getSeconds()).isEqualTo(20);
        assertThat(header(refused, "Retry-After")).isEqualTo("20");

        assertThat(scene.ask(request("shop", descriptor("tenant", "bob"))).getOverallCode())
                .isEqualTo(Code.OK);
        scene.api.clock.advance(Duration.ofSeconds(20));
        assertThat(scene.ask(request("shop", descriptor("tenant", "ann"))).getOverallCode())
                .isEqualTo(Code.OK);
    }

    @Test
    void answersEveryDescriptorByItselfAndInOrder() {
        scene.ask(hits(3, "shop", descriptor("tenant", "ann")));
        RateLimitResponse response = scene.ask(request(
                "shop", descriptor("tenant", "bob"), descriptor("tenant", "ann"), descriptor("nobody", "knows")));
        assertThat(response.getStatusesList().stream().map(DescriptorStatus::getCode))
                .containsExactly(Code.OK, Code.OVER_LIMIT, Code.OK);
        assertThat(response.getOverallCode()).isEqualTo(Code.OVER_LIMIT);
        assertThat(response.getStatuses(2).hasCurrentLimit()).isFalse();
        assertThat(header(response, "Retry-After")).isEqualTo("20");
        assertThat(scene.ask(request("shop", descriptor("tenant", "bob")))
                        .getStatuses(0)
                        .getLimitRemaining())
                .as("bob was charged although ann was refused")
                .isEqualTo(1);
    }

    @Test
    void chargesAllRulesOfADescriptorOrNone() {
        scene.ask(request("shop", descriptor("tenant", "gold1")));
        scene.ask(request("shop", descriptor("tenant", "gold1")));
        RateLimitResponse refused = scene.ask(request("shop", descriptor("tenant", "gold1")));
        assertThat(refused.getStatuses(0).getCurrentLimit().getName()).isEqualTo("gold");
        assertThat(refused.getStatuses(0).getCurrentLimit().getUnit()).isEqualTo(Unit.HOUR);
        RateLimitResponse look = scene.ask(request("shop", addend(0, descriptor("tenant", "gold1"))));
        assertThat(look.getOverallCode()).isEqualTo(Code.OK);
        assertThat(scene.api
                        .engine
                        .usage("tenants|tenant:gold1")
                        .toCompletableFuture()
                        .join()
                        .get(0)
                        .state()
                        .remaining())
                .isEqualTo(1);
    }

    @Test
    void neverJoinsKeysSoThatTheyCollide() {
        scene.ask(request("d", limited(1, RateLimitUnit.HOUR, descriptor("a_b", "c"))));
        for (RateLimitDescriptor other : List.of(
                descriptor("a", "b_c"),
                descriptor("a", "b", "c", ""),
                descriptor("a|b", "c"),
                descriptor("a_b", "c|"))) {
            assertThat(scene.ask(request("d", limited(1, RateLimitUnit.HOUR, other)))
                            .getOverallCode())
                    .as("%s", other)
                    .isEqualTo(Code.OK);
        }
        assertThat(scene.ask(request("d", limited(1, RateLimitUnit.HOUR, descriptor("a_b", "c"))))
                        .getOverallCode())
                .isEqualTo(Code.OVER_LIMIT);
    }

    @Test
    void knowsAddressesPathsAndKeysThatComeAgain() {
        RateLimitResponse edge = scene.ask(request("edge", descriptor("remote_address", "203.0.113.9")));
        assertThat(edge.getStatuses(0).getCurrentLimit().getUnit())
                .as("there is no unit of 15 minutes")
                .isEqualTo(Unit.UNKNOWN);
        assertThat(scene.api
                        .engine
                        .usage("addresses|ip:203.0.113.9")
                        .toCompletableFuture()
                        .join()
                        .get(0)
                        .state()
                        .remaining())
                .isEqualTo(4);
        RateLimitResponse path = scene.ask(request("paths", descriptor("path", "/api//%61?q=1")));
        assertThat(remaining(path)).isEqualTo(1);
        assertThat(scene.ask(request("paths", descriptor("path", "/api%2Fa"))).getOverallCode())
                .as("a path that servers read differently")
                .isEqualTo(Code.OVER_LIMIT);
        RateLimitDescriptor nested = descriptor("generic_key", "a", "generic_key", "b");
        assertThat(scene.ask(request("nested", nested)).getStatuses(0).hasCurrentLimit())
                .isTrue();
        assertThat(scene.ask(request("nested", descriptor("generic_key", "a")))
                        .getStatuses(0)
                        .hasCurrentLimit())
                .isFalse();
    }

    @Test
    void aHostHasOneCounterHoweverItIsSpelled() {
        for (String host : List.of("shop.example", "Shop.Example", "shop.example.")) {
            assertThat(scene.ask(request("hosts", descriptor("host", host))).getOverallCode())
                    .isEqualTo(Code.OK);
        }
        for (String host : List.of("shop.example", "SHOP.EXAMPLE.")) {
            assertThat(scene.ask(request("hosts", descriptor("host", host))).getOverallCode())
                    .isEqualTo(Code.OVER_LIMIT);
        }
    }

    @Test
    void takesTheStarOfOptionsForAPath() {
        assertThat(scene.ask(request("paths", descriptor("path", "*"))).getOverallCode())
                .isEqualTo(Code.OK);
    }

    @Test
    void refusesWhoWouldHaveToWaitForThatLong() {
        assertThat(scene.ask(request("queue", descriptor("a", "b"))).getOverallCode())
                .isEqualTo(Code.OK);
        for (int i = 0; i < 20; i++) {
            RateLimitResponse later = scene.ask(request("queue", descriptor("a", "b")));
            assertThat(later.getOverallCode()).isEqualTo(Code.OVER_LIMIT);
            assertThat(header(later, "Retry-After"))
                    .as("no place is kept for those who are sent away")
                    .isEqualTo("1");
        }
        scene.api.clock.advance(Duration.ofMillis(500));
        assertThat(scene.ask(request("queue", descriptor("a", "b"))).getOverallCode())
                .isEqualTo(Code.OK);
    }
}
