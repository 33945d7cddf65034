package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.rpc.RetryInfo;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.protobuf.services.HealthStatusManager;
import io.sluice.server.gateway.Leaks;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A client and a server of grpc-java with the gateway between them, in HTTP/2 on both sides. The service is that of health checks, which every stack of gRPC has. */
class GrpcGatewayTest {
    private static final String FREE = "rules:\n  all: { limit: 1000000/s }\n";
    private static final String TWO = "rules:\n  calls: { match: /grpc.health.v1.Health/*, per: ip, limit: 2/min }\n";

    private final HealthStatusManager health = new HealthStatusManager();
    private final Cancellations cancelled = new Cancellations();
    private Server application;
    private Http2Scene scene;
    private ManagedChannel channel;

    private Channel open(String rules) throws Exception {
        application = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(health.getHealthService())
                .intercept(cancelled)
                .build()
                .start();
        scene = Http2Scene.of(rules, OneUpstream.http2(application.getPort()));
        channel = NettyChannelBuilder.forAddress("127.0.0.1", scene.port())
                .usePlaintext()
                .build();
        return channel;
    }

    @AfterEach
    void close() throws Exception {
        channel.shutdownNow();
        channel.awaitTermination(20, TimeUnit.SECONDS);
        scene.close();
        application.shutdownNow();
        application.awaitTermination(20, TimeUnit.SECONDS);
        assertThat(Leaks.found()).isEmpty();
    }

    private static HealthCheckRequest about(String service) {
        return HealthCheckRequest.newBuilder().setService(service).build();
    }

    private static ServingStatus check(Channel channel) {
        return HealthGrpc.newBlockingStub(channel).check(about("")).getStatus();
    }

    private static StatusRuntimeException failure(Channel channel, String service) {
        return catchThrowableOfType(
                StatusRuntimeException.class,
                () -> HealthGrpc.newBlockingStub(channel).check(about(service)));
    }

    @Test
    void callsAreAnsweredThenRefusedThenAnsweredAgain() throws Exception {
        open(TWO);
        assertThat(check(channel)).isEqualTo(ServingStatus.SERVING);
        assertThat(check(channel)).isEqualTo(ServingStatus.SERVING);
        StatusRuntimeException refused = failure(channel, "");
        assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(refused.getStatus().getDescription()).startsWith("Maximum 2 requests per minute allowed.");
        assertThat(refused.getTrailers().get(key("grpc-retry-pushback-ms"))).isEqualTo("30000");
        assertThat(retryDelaySeconds(refused)).isEqualTo(30);
        scene.clock.advance(Duration.ofSeconds(30));
        assertThat(check(channel)).isEqualTo(ServingStatus.SERVING);
        String call = "POST /grpc.health.v1.Health/Check 200 ";
        assertThat(scene.log.lines).hasSize(4).allMatch(line -> line.startsWith(call));
        assertThat(scene.log.lines.stream().filter(line -> line.endsWith(" HTTP/2 target")))
                .hasSize(3);
    }

    private static Metadata.Key<String> key(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }

    private static long retryDelaySeconds(StatusRuntimeException refused) throws Exception {
        com.google.rpc.Status details = StatusProto.fromThrowable(refused);
        for (com.google.protobuf.Any detail : details.getDetailsList()) {
            if (detail.is(RetryInfo.class)) {
                return detail.unpack(RetryInfo.class).getRetryDelay().getSeconds();
            }
        }
        throw new AssertionError("says nothing of when to come again: " + details);
    }

    @Test
    void anErrorOfTheServiceStaysWhatItIs() throws Exception {
        open(FREE);
        StatusRuntimeException unknown = failure(channel, "unknown");
        assertThat(unknown.getStatus().getCode()).isEqualTo(Status.Code.NOT_FOUND);
        assertThat(unknown.getStatus().getDescription()).isEqualTo("unknown service unknown");
        assertThat(check(channel)).isEqualTo(ServingStatus.SERVING);
        assertThat(scene.upstream.told).containsExactly("succeeded 200", "succeeded 200");
    }

    @Test
    void messagesOfAStreamComeOneByOneAndTheServiceLearnsOfItsEnd() throws Exception {
        open(FREE);
        try (Context.CancellableContext watching = Context.current().withCancellation()) {
            Iterator<HealthCheckResponse> states =
                    watching.call(() -> HealthGrpc.newBlockingStub(channel).watch(about("orders")));
            for (ServingStatus state : List.of(ServingStatus.SERVING, ServingStatus.NOT_SERVING)) {
                health.setStatus("orders", state);
                assertThat(nextBut(ServingStatus.SERVICE_UNKNOWN, states)).isEqualTo(state);
            }
            assertThat(cancelled.methods).isEmpty();
        }
        FrameClient.await("cancelled", () -> cancelled.methods.contains("grpc.health.v1.Health/Watch"));
        FrameClient.await("told", () -> List.copyOf(scene.upstream.told).equals(List.of("dropped")));
        assertThat(check(channel)).isEqualTo(ServingStatus.SERVING);
    }

    /** Who watches before there is a state is told so first. */
    private static ServingStatus nextBut(ServingStatus unwanted, Iterator<HealthCheckResponse> states) {
        ServingStatus next = states.next().getStatus();
        return next == unwanted ? states.next().getStatus() : next;
    }

    @Test
    void aStreamThatIsRefusedBeginsNot() throws Exception {
        open("rules:\n  none: { limit: 0/min }\n");
        Iterator<HealthCheckResponse> states =
                HealthGrpc.newBlockingStub(channel).watch(about(""));
        StatusRuntimeException refused = catchThrowableOfType(StatusRuntimeException.class, states::next);
        assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(scene.upstream.told).isEmpty();
    }
}
