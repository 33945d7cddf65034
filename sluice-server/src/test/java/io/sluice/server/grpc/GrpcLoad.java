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
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
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
    private static final int CALLS = 20_000;
    private static final int WARM_UP = 10;
    private static final int ROUNDS = 9;
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
            double[] times = new double[ROUNDS];
            for (int round = -WARM_UP; round < ROUNDS; round++) {
                Figures nothing = load(channel, EMPTY);
                Figures decided = load(channel, RateLimitServiceGrpc.getShouldRateLimitMethod());
                System.out.printf(
                        "empty %s, ShouldRateLimit %s: calls %.2f, processor time of the server %.2f%n",
                        nothing, decided, decided.rate / nothing.rate, decided.micros / nothing.micros);
                ratios[Math.max(0, round)] = decided.rate / nothing.rate;
                times[Math.max(0, round)] = decided.micros / nothing.micros;
            }
            Arrays.sort(ratios);
            Arrays.sort(times);
            System.out.printf(
                    "medians: calls %.2f, processor time of the server %.2f%n", ratios[ROUNDS / 2], times[ROUNDS / 2]);
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

    /** Calls a second, and processor time of the server's event loop for each in microseconds. */
    private record Figures(double rate, double micros) {
        @Override
        public String toString() {
            return String.format("%.0f/s %.1f us", rate, micros);
        }
    }

    private static Figures load(ManagedChannel channel, MethodDescriptor<RateLimitRequest, RateLimitResponse> method)
            throws InterruptedException {
        AtomicLong left = new AtomicLong(CALLS);
        CountDownLatch ended = new CountDownLatch(UNDER_WAY);
        long cpu = serverNanos();
        long began = System.nanoTime();
        for (int i = 0; i < UNDER_WAY; i++) {
            call(channel, method, request(i), left, ended);
        }
        ended.await();
        return new Figures(CALLS * 1e9 / (System.nanoTime() - began), (serverNanos() - cpu) / 1e3 / CALLS);
    }

    private static long serverNanos() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long nanos = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith("sluice")) {
                nanos += threads.getThreadCpuTime(thread.getThreadId());
            }
        }
        return nanos;
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

    /** Calls again as long as there are calls left. */
    private static void call(
            ManagedChannel channel,
            MethodDescriptor<RateLimitRequest, RateLimitResponse> method,
            RateLimitRequest request,
            AtomicLong left,
            CountDownLatch ended) {
        ClientCalls.asyncUnaryCall(
                channel.newCall(method, CallOptions.DEFAULT), request, new StreamObserver<RateLimitResponse>() {
                    @Override
                    public void onNext(RateLimitResponse response) {}

                    @Override
                    public void onError(Throwable failure) {
                        System.err.println("a call failed: " + failure);
                        ended.countDown();
                    }

                    @Override
                    public void onCompleted() {
                        if (left.decrementAndGet() >= UNDER_WAY) {
                            call(channel, method, request, left, ended);
                        } else {
                            ended.countDown();
                        }
                    }
                });
    }
}
