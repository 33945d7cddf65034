package io.sluice.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.StreamObserver;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What else is answered on the port of the rate limit service. */
class RlsNeighboursTest {
    private final RlsScene scene = new RlsScene();

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void answersHealthAndReflectionOnTheSamePortAsHttp() throws Exception {
        assertThat(HealthGrpc.newBlockingStub(scene.channel)
                        .withDeadlineAfter(30, TimeUnit.SECONDS)
                        .check(HealthCheckRequest.getDefaultInstance())
                        .getStatus())
                .isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
        assertThat(services()).contains("envoy.service.ratelimit.v3.RateLimitService", "grpc.health.v1.Health");
        HttpResponse<String> overview = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + scene.api.port() + "/"))
                                .version(HttpClient.Version.HTTP_1_1)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(overview.body()).contains("/v1/check");
    }

    @Test
    void healthKnowsEachServiceByItsName() {
        for (String service : List.of("envoy.service.ratelimit.v3.RateLimitService", "grpc.health.v1.Health", "")) {
            assertThat(health(service)).isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
        }
        assertThatThrownBy(() -> health("envoy.service.ratelimit.v2.RateLimitService"))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.NOT_FOUND));
    }

    private HealthCheckResponse.ServingStatus health(String service) {
        return HealthGrpc.newBlockingStub(scene.channel)
                .withDeadlineAfter(30, TimeUnit.SECONDS)
                .check(HealthCheckRequest.newBuilder().setService(service).build())
                .getStatus();
    }

    @Test
    void answersReflectionByItsOlderNameToo() throws Exception {
        CompletableFuture<io.grpc.reflection.v1alpha.ServerReflectionResponse> answer = new CompletableFuture<>();
        var asking = io.grpc.reflection.v1alpha.ServerReflectionGrpc.newStub(scene.channel)
                .serverReflectionInfo(new StreamObserver<>() {
                    @Override
                    public void onNext(io.grpc.reflection.v1alpha.ServerReflectionResponse response) {
                        answer.complete(response);
                    }

                    @Override
                    public void onError(Throwable failure) {
                        answer.completeExceptionally(failure);
                    }

                    @Override
                    public void onCompleted() {}
                });
        asking.onNext(io.grpc.reflection.v1alpha.ServerReflectionRequest.newBuilder()
                .setFileContainingSymbol("envoy.service.ratelimit.v3.RateLimitService")
                .build());
        assertThat(answer.get(30, TimeUnit.SECONDS).getFileDescriptorResponse().getFileDescriptorProtoList())
                .isNotEmpty();
        asking.onCompleted();
    }

    private List<String> services() throws Exception {
        CompletableFuture<ServerReflectionResponse> answer = new CompletableFuture<>();
        StreamObserver<ServerReflectionRequest> asking = ServerReflectionGrpc.newStub(scene.channel)
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
}
