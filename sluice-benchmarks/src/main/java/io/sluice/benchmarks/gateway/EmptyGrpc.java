package io.sluice.benchmarks.gateway;

import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import io.sluice.rls.RateLimitRequest;
import io.sluice.rls.RateLimitResponse;
import io.sluice.server.net.Loops;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A gRPC server that reads a request as Sluice does and does nothing with it, in a process of its own: {@code port threads}. */
final class EmptyGrpc {
    static final MethodDescriptor<RateLimitRequest, RateLimitResponse> CALL =
            MethodDescriptor.<RateLimitRequest, RateLimitResponse>newBuilder()
                    .setType(MethodDescriptor.MethodType.UNARY)
                    .setFullMethodName("sluice.bench.Empty/Call")
                    .setRequestMarshaller(ProtoUtils.marshaller(RateLimitRequest.getDefaultInstance()))
                    .setResponseMarshaller(ProtoUtils.marshaller(RateLimitResponse.getDefaultInstance()))
                    .build();

    private EmptyGrpc() {}

    public static void main(String[] args) throws Exception {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
        try (Loops loops = Loops.start(Loops.Transport.best(), Integer.parseInt(args[1]))) {
            Server server = NettyServerBuilder.forAddress(address)
                    .bossEventLoopGroup(loops.group())
                    .workerEventLoopGroup(loops.group())
                    .channelType(loops.listening())
                    .directExecutor()
                    .addService(empty())
                    .build()
                    .start();
            server.awaitTermination();
        }
    }

    private static ServerServiceDefinition empty() {
        return ServerServiceDefinition.builder("sluice.bench.Empty")
                .addMethod(CALL, ServerCalls.asyncUnaryCall((request, observer) -> {
                    observer.onNext(RateLimitResponse.getDefaultInstance());
                    observer.onCompleted();
                }))
                .build();
    }
}
