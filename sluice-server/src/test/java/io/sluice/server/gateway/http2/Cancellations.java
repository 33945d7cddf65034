package io.sluice.server.gateway.http2;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Notes the calls that their clients have given up. */
final class Cancellations implements ServerInterceptor {
    final Queue<String> methods = new ConcurrentLinkedQueue<>();

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
            @Override
            public void onCancel() {
                methods.add(call.getMethodDescriptor().getFullMethodName());
                super.onCancel();
            }
        };
    }
}
