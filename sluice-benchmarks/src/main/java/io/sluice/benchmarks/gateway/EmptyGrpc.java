package io.sluice.benchmarks.gateway;

import com.google.protobuf.Duration;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import io.sluice.rls.RateLimitRequest;
import io.sluice.rls.RateLimitResponse;
import io.sluice.rls.header.HeaderValue;
import io.sluice.server.net.Loops;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * A gRPC server that takes a request's bytes and does not look at them, in a process of its own: {@code port threads answer}. It answers nothing, or as much as Sluice does, which clients then have to
 * read; either way its answer is made once.
 */
final class EmptyGrpc {
    static final MethodDescriptor<RateLimitRequest, RateLimitResponse> CALL =
            MethodDescriptor.<RateLimitRequest, RateLimitResponse>newBuilder()
                    .setType(MethodDescriptor.MethodType.UNARY)
                    .setFullMethodName("sluice.bench.Empty/Call")
                    .setRequestMarshaller(ProtoUtils.marshaller(RateLimitRequest.getDefaultInstance()))
                    .setResponseMarshaller(ProtoUtils.marshaller(RateLimitResponse.getDefaultInstance()))
                    .build();

    static final String NOTHING = "nothing";
    static final String SAME_BYTES = "same-bytes";

    private EmptyGrpc() {}

    public static void main(String[] args) throws Exception {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
        byte[] answer = args[2].equals(SAME_BYTES) ? asSluiceAnswers() : new byte[0];
        Loops.lookForNoLeaks();
        try (Loops loops = Loops.start(Loops.Transport.best(), Integer.parseInt(args[1]))) {
            Server server = NettyServerBuilder.forAddress(address)
                    .bossEventLoopGroup(loops.group())
                    .workerEventLoopGroup(loops.group())
                    .channelType(loops.listening())
                    .directExecutor()
                    .addService(answering(answer))
                    .build()
                    .start();
            server.awaitTermination();
        }
    }

    private static byte[] asSluiceAnswers() {
        return RateLimitResponse.newBuilder()
                .setOverallCode(RateLimitResponse.Code.OK)
                .addStatuses(RateLimitResponse.DescriptorStatus.newBuilder()
                        .setCode(RateLimitResponse.Code.OK)
                        .setCurrentLimit(RateLimitResponse.RateLimit.newBuilder()
                                .setName("tenants")
                                .setRequestsPerUnit(1_000_000)
                                .setUnit(RateLimitResponse.RateLimit.Unit.SECOND))
                        .setLimitRemaining(999_999)
                        .setDurationUntilReset(Duration.newBuilder().setSeconds(1)))
                .addResponseHeadersToAdd(header("RateLimit-Policy", "\"tenants\";q=1000000;w=1"))
                .addResponseHeadersToAdd(header("RateLimit", "\"tenants\";r=999999;t=1"))
                .addResponseHeadersToAdd(header("X-RateLimit-Limit", "1000000"))
                .addResponseHeadersToAdd(header("X-RateLimit-Remaining", "999999"))
                .addResponseHeadersToAdd(header("X-RateLimit-Reset", "1794783562"))
                .build()
                .toByteArray();
    }

    private static HeaderValue header(String key, String value) {
        return HeaderValue.newBuilder().setKey(key).setValue(value).build();
    }

    static ServerServiceDefinition answering(byte[] answer) {
        return ServerServiceDefinition.builder("sluice.bench.Empty")
                .addMethod(
                        CALL.toBuilder(PlainBytes.INSTANCE, PlainBytes.INSTANCE).build(),
                        ServerCalls.asyncUnaryCall((request, observer) -> {
                            observer.onNext(answer);
                            observer.onCompleted();
                        }))
                .build();
    }
}
