package io.sluice.server.grpc;

import static io.sluice.server.grpc.RlsMessages.descriptor;
import static io.sluice.server.grpc.RlsMessages.limited;
import static io.sluice.server.grpc.RlsMessages.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.Code;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitServiceGrpc;
import io.envoyproxy.envoy.type.v3.RateLimitUnit;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Store;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is said where nothing can be decided. */
class RlsFailuresTest {
    /** A store that cannot be asked. */
    private static final class Undecided implements Store {
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
    }

    private final RlsScene scene = new RlsScene();

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void tellsWhatIsWrongWithARequest() {
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
            assertThatThrownBy(() -> scene.ask(bad)).isInstanceOfSatisfying(StatusRuntimeException.class, e -> {
                assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
                assertThat(e.getStatus().getDescription()).startsWith(expected);
            });
        }
    }

    @Test
    void tellsWhoSendsNoRequestAtAll() {
        Marshaller<byte[]> bytes = new Marshaller<>() {
            @Override
            public InputStream stream(byte[] message) {
                return new ByteArrayInputStream(message);
            }

            @Override
            public byte[] parse(InputStream stream) {
                throw new UnsupportedOperationException();
            }
        };
        var generated = RateLimitServiceGrpc.getShouldRateLimitMethod();
        var method =
                generated.toBuilder(bytes, generated.getResponseMarshaller()).build();
        for (byte[] bad : List.of(new byte[] {1, 2, 3}, new byte[] {10, 2, -1, -2}, new byte[] {10, 100, 'a'})) {
            assertThatThrownBy(() -> ClientCalls.blockingUnaryCall(
                            scene.channel, method, CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS), bad))
                    .isInstanceOfSatisfying(StatusRuntimeException.class, e -> {
                        assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
                        assertThat(e.getStatus().getDescription()).startsWith("the message is no RateLimitRequest");
                    });
        }
    }

    @Test
    void isUnavailableWhereTheStoreCannotBeAskedAndRefuses() {
        try (RlsScene cut = new RlsScene(new Undecided())) {
            assertThatThrownBy(() -> cut.ask(request("shop", descriptor("tenant", "ann"))))
                    .isInstanceOfSatisfying(
                            StatusRuntimeException.class,
                            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE));
            assertThat(cut.ask(request("elsewhere", descriptor("tenant", "ann")))
                            .getOverallCode())
                    .isEqualTo(Code.OK);
        }
    }

    @Test
    void tellsClientsWhenItGoes() {
        scene.ask(request("shop", descriptor("tenant", "ann")));
        scene.api.door().drain(Duration.ofSeconds(10));
        assertThatThrownBy(() -> scene.ask(request("shop", descriptor("tenant", "ann"))))
                .isInstanceOf(StatusRuntimeException.class);
    }
}
