package io.sluice.server.grpc;

import static io.sluice.server.grpc.RlsMessages.addend;
import static io.sluice.server.grpc.RlsMessages.descriptor;
import static io.sluice.server.grpc.RlsMessages.hits;
import static io.sluice.server.grpc.RlsMessages.limited;
import static io.sluice.server.grpc.RlsMessages.negative;
import static io.sluice.server.grpc.RlsMessages.remaining;
import static io.sluice.server.grpc.RlsMessages.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.Code;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.RateLimit.Unit;
import io.envoyproxy.envoy.type.v3.RateLimitUnit;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How many hits a descriptor is charged, and against which limit, where it says so itself. */
class RlsAddendsTest {
    private final RlsScene scene = new RlsScene();

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void takesTheAddendOfTheDescriptorThenThatOfTheRequest() {
        assertThat(remaining(scene.ask(hits(2, "shop", descriptor("tenant", "a")))))
                .isEqualTo(1);
        assertThat(remaining(scene.ask(hits(9, "shop", addend(1, descriptor("tenant", "a"))))))
                .isZero();
        assertThat(scene.ask(hits(9, "shop", addend(0, descriptor("tenant", "a"))))
                        .getOverallCode())
                .as("a peek is allowed")
                .isEqualTo(Code.OK);
        assertThat(scene.ask(hits(0, "shop", descriptor("tenant", "a"))).getOverallCode())
                .as("0 of a request is one")
                .isEqualTo(Code.OVER_LIMIT);
        assertThat(scene.ask(request("shop", addend(-1L, descriptor("tenant", "b"))))
                        .getOverallCode())
                .as("the largest of all numbers")
                .isEqualTo(Code.OVER_LIMIT);
    }

    @Test
    void givesNegativeHitsBack() {
        scene.ask(hits(3, "shop", descriptor("tenant", "a")));
        RateLimitResponse back = scene.ask(request("shop", negative(addend(2, descriptor("tenant", "a")))));
        assertThat(back.getOverallCode()).isEqualTo(Code.OK);
        assertThat(remaining(back)).isEqualTo(2);
        RateLimitDescriptor given = limited(4, RateLimitUnit.HOUR, descriptor("x", "y"));
        scene.ask(hits(4, "any", given));
        assertThat(remaining(scene.ask(request("any", negative(given))))).isEqualTo(1);
    }

    @Test
    void takesTheLimitThatADescriptorBringsInsteadOfTheRules() {
        RateLimitDescriptor two = limited(2, RateLimitUnit.HOUR, descriptor("tenant", "ann"));
        RateLimitResponse first = scene.ask(request("shop", two));
        assertThat(first.getStatuses(0).getCurrentLimit().getRequestsPerUnit()).isEqualTo(2);
        assertThat(first.getStatuses(0).getCurrentLimit().getUnit()).isEqualTo(Unit.HOUR);
        scene.ask(request("shop", two));
        assertThat(scene.ask(request("shop", two)).getOverallCode()).isEqualTo(Code.OVER_LIMIT);
        assertThat(remaining(scene.ask(request("shop", descriptor("tenant", "ann")))))
                .as("the rule was not charged")
                .isEqualTo(2);
        for (RateLimitUnit unit : List.of(RateLimitUnit.DAY, RateLimitUnit.MONTH, RateLimitUnit.YEAR)) {
            assertThat(scene.ask(request("shop", limited(2, unit, descriptor("tenant", "ann"))))
                            .getStatuses(0)
                            .getCurrentLimit()
                            .getUnit()
                            .name())
                    .isEqualTo(unit.name());
        }
    }
}
