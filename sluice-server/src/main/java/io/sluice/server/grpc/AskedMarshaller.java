package io.sluice.server.grpc;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.sluice.rls.RateLimitRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Takes requests from the wire: those of the usual form by {@link UsualForm}, all others, and what is none, by generated code. */
final class AskedMarshaller implements Marshaller<Asked> {
    private static final String NO_REQUEST =
            "the message is no RateLimitRequest as envoy/service/ratelimit/v3/rls.proto describes it";

    private static final ThreadLocal<UsualForm> OF_THREAD = ThreadLocal.withInitial(UsualForm::new);

    private final Marshaller<RateLimitRequest> generated;

    AskedMarshaller(Marshaller<RateLimitRequest> generated) {
        this.generated = generated;
    }

    /** What cannot be read is told to who sent it: thrown from here, gRPC would take it for a fault of ours, and write all of it to the log. */
    @Override
    public Asked parse(InputStream request) {
        try {
            return parseAny(request);
        } catch (StatusRuntimeException e) {
            boolean tooLarge = e.getStatus().getCode() == Status.Code.RESOURCE_EXHAUSTED;
            return Asked.unread(tooLarge ? e.getStatus() : Status.INVALID_ARGUMENT.withDescription(NO_REQUEST));
        }
    }

    private Asked parseAny(InputStream request) {
        try {
            return request instanceof KnownLength && request.available() <= UsualForm.LONGEST
                    ? parseShort(request)
                    : Asked.of(generated.parse(request));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Asked parseShort(InputStream request) throws IOException {
        UsualForm form = OF_THREAD.get();
        int length = request.readNBytes(form.bytes(), 0, UsualForm.LONGEST);
        Asked asked = form.read(length);
        return asked == null ? Asked.of(generated.parse(new ByteArrayInputStream(form.bytes(), 0, length))) : asked;
    }

    /** Only clients send requests. */
    @Override
    public InputStream stream(Asked request) {
        throw new UnsupportedOperationException();
    }
}
