package io.sluice.server.grpc;

import io.grpc.BindableService;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.sluice.core.Store;
import io.sluice.rls.RateLimitRequest;
import io.sluice.rls.RateLimitResponse;
import io.sluice.rls.RateLimitServiceGrpc;
import io.sluice.rls.descriptor.RateLimitDescriptor;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.file.RuleFile;
import io.sluice.server.api.GivenLimits;
import io.sluice.server.net.Loops;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many decisions a second, against calls of the same server that do nothing with the same request, from one client in this process. Run it by hand: {@code java
 * io.sluice.server.grpc.GrpcLoad}.
 */
public final class GrpcLoad {
    private static final int UNDER_WAY = 64;
    private static final long ROUND_NANOS = 1_000_000_000;
    private static final int WARM_UP = 8;
    private static final int ROUNDS = 15;
    private static final String RULES = """
            version: 1
            rules:
              tenants: { match: { domain: shop, tenant: "*" }, per: tenant, limit: 1000000/s }
            """;
    private static final MethodDescriptor<RateLimitRequest, RateLimitResponse> EMPTY =
            MethodDescriptor.<RateLimitRequest, RateLimitResponse>newBuilder()
                    .setType(MethodDescriptor.MethodType.UNARY)
                    .setFullMethodName("sluice.load.Empty/Call")
                    .setRequestMarshaller(ProtoUtils.marshaller(RateLimitRequest.getDefaultInstance()))
                    .setResponseMarshaller(ProtoUtils.marshaller(RateLimitResponse.getDefaultInstance()))
                    .build();

    private GrpcLoad() {}

    public static void main(String[] arguments) throws Exception {
        Store store = Store.memory();
        RuleEngine engine = new RuleEngine(
                Objects.requireNonNull(
                        RuleFile.parse(RULES, Path.of("load.yaml")).rules()),
                store);
        RlsService service = new RlsService(engine, store.clock(), new GivenLimits(store));
        try (Loops loops = Loops.start(Loops.Transport.best(), 1);
                GrpcConnections grpc = GrpcConnections.start(loops.group(), service, empty())) {
            Channel listening = listen(loops, grpc);
            int port = ((InetSocketAddress) listening.localAddress()).getPort();
            ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", port)
                    .usePlaintext()
                    .directExecutor()
                    .build();
            double[] ratios = new double[ROUNDS];
            for (int round = -WARM_UP; round < ROUNDS; round++) {
                double nothing = rate(channel, EMPTY);
                double decided = rate(channel, RateLimitServiceGrpc.getShouldRateLimitMethod());
                System.out.printf("empty %.0f/s, ShouldRateLimit %.0f/s: %.2f%n", nothing, decided, decided / nothing);
                ratios[Math.max(0, round)] = decided / nothing;
            }
            Arrays.sort(ratios);
            System.out.printf("median %.2f%n", ratios[ROUNDS / 2]);
            channel.shutdownNow();
            listening.close().sync();
        }
        engine.close();
    }

    private static BindableService empty() {
        return () -> ServerServiceDefinition.builder("sluice.load.Empty")
                .addMethod(EMPTY, ServerCalls.asyncUnaryCall((request, observer) -> {
                    observer.onNext(RateLimitResponse.getDefaultInstance());
                    observer.onCompleted();
                }))
                .build();
    }

    private static Channel listen(Loops loops, GrpcConnections grpc) throws InterruptedException {
        return new ServerBootstrap()
                .group(loops.group())
                .channel(loops.listening())
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                            @Override
                            public void channelRead(ChannelHandlerContext ctx, Object message) {
                                ctx.pipeline().remove(this);
                                grpc.take(ctx.channel(), (ByteBuf) message);
                            }
                        });
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
    }

    private static double rate(ManagedChannel channel, MethodDescriptor<RateLimitRequest, RateLimitResponse> method)
            throws InterruptedException {
        AtomicLong done = new AtomicLong();
        CountDownLatch ended = new CountDownLatch(UNDER_WAY);
        long end = System.nanoTime() + ROUND_NANOS;
        for (int i = 0; i < UNDER_WAY; i++) {
            call(channel, method, request(i), end, done, ended);
        }
        ended.await();
        return done.get() * 1e9 / ROUND_NANOS;
    }

    private static RateLimitRequest request(int tenant) {
        return RateLimitRequest.newBuilder()
                .setDomain("shop")
                .addDescriptors(RateLimitDescriptor.newBuilder()
                        .addEntries(RateLimitDescriptor.Entry.newBuilder()
                                .setKey("tenant")
                                .setValue("tenant-" + tenant)))
                .build();
    }

    /** Calls again as long as there is time. */
    private static void call(
            ManagedChannel channel,
            MethodDescriptor<RateLimitRequest, RateLimitResponse> method,
            RateLimitRequest request,
            long end,
            AtomicLong done,
            CountDownLatch ended) {
        ClientCalls.asyncUnaryCall(
                channel.newCall(method, CallOptions.DEFAULT), request, new StreamObserver<RateLimitResponse>() {
                    @Override
                    public void onNext(RateLimitResponse response) {
                        done.incrementAndGet();
                    }

                    @Override
                    public void onError(Throwable failure) {
                        failure.printStackTrace();
                        ended.countDown();
                    }

                    @Override
                    public void onCompleted() {
                        if (System.nanoTime() - end < 0) {
                            call(channel, method, request, end, done, ended);
                        } else {
                            ended.countDown();
                        }
                    }
                });
    }
}
