package io.sluice.benchmarks.gateway;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.sluice.rls.RateLimitRequest;
import io.sluice.rls.RateLimitResponse;
import io.sluice.rls.descriptor.RateLimitDescriptor;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/**
 * Calls over one connection, 64 at a time, each again as soon as it is answered. The answers come in one thread, which takes their bytes and looks at the first two: what else there is in them would cost the
 * client more than the server, and both share the processors.
 */
final class GrpcDriver {
    private static final int UNDER_WAY = 64;
    private static final int MOST_KEPT = 10_000_000;
    /** How a refusal begins. */
    private static final byte[] OVER_LIMIT = RateLimitResponse.newBuilder()
            .setOverallCode(RateLimitResponse.Code.OVER_LIMIT)
            .build()
            .toByteArray();

    private final ManagedChannel channel;
    private final MethodDescriptor<RateLimitRequest, byte[]> method;
    private final long endNanos;
    private final CountDownLatch ended = new CountDownLatch(UNDER_WAY);
    /** What each call took; guarded by this. */
    private int[] micros = new int[1 << 16];

    private int calls;
    private int refused;
    private int failed;

    private GrpcDriver(ManagedChannel channel, MethodDescriptor<RateLimitRequest, byte[]> method, int seconds) {
        this.channel = channel;
        this.method = method;
        this.endNanos = System.nanoTime() + seconds * 1_000_000_000L;
    }

    static Sample run(int port, MethodDescriptor<RateLimitRequest, RateLimitResponse> called, int seconds)
            throws InterruptedException {
        MethodDescriptor<RateLimitRequest, byte[]> method = called.toBuilder(
                        called.getRequestMarshaller(), PlainBytes.INSTANCE)
                .build();
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", port)
                .usePlaintext()
                .directExecutor()
                .build();
        try {
            return new GrpcDriver(channel, method, seconds).run(seconds);
        } finally {
            channel.shutdownNow();
        }
    }

    private Sample run(int seconds) throws InterruptedException {
        for (int i = 0; i < UNDER_WAY; i++) {
            call(request(i));
        }
        ended.await();
        return sample(seconds);
    }

    private synchronized Sample sample(int seconds) {
        int[] sorted = Arrays.copyOf(micros, Math.max(1, calls));
        Arrays.sort(sorted);
        return new Sample(
                (double) calls / seconds,
                Math.max(1, calls),
                refused,
                failed,
                sorted[sorted.length / 2],
                sorted[(int) (sorted.length * 0.99)],
                Cost.UNKNOWN);
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

    private void call(RateLimitRequest request) {
        long begin = System.nanoTime();
        ClientCalls.asyncUnaryCall(channel.newCall(method, CallOptions.DEFAULT), request, new StreamObserver<byte[]>() {
            @Override
            public void onNext(byte[] response) {
                answered(System.nanoTime() - begin, response);
            }

            @Override
            public void onError(Throwable failure) {
                failed();
                ended.countDown();
            }

            @Override
            public void onCompleted() {
                if (System.nanoTime() - endNanos < 0) {
                    call(request);
                } else {
                    ended.countDown();
                }
            }
        });
    }

    private synchronized void answered(long nanos, byte[] response) {
        if (calls == micros.length && calls < MOST_KEPT) {
            micros = Arrays.copyOf(micros, 2 * calls);
        }
        micros[calls++] = (int) (nanos / 1_000);
        refused += Arrays.mismatch(response, OVER_LIMIT) == OVER_LIMIT.length ? 1 : 0;
    }

    private synchronized void failed() {
        failed++;
    }
}
