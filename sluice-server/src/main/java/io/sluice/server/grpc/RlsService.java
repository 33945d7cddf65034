package io.sluice.server.grpc;

import io.grpc.BindableService;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.sluice.core.Clock;
import io.sluice.rls.RateLimitResponse;
import io.sluice.rls.RateLimitResponse.Code;
import io.sluice.rls.RateLimitServiceGrpc;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.Ruling;
import io.sluice.server.api.GivenLimits;
import io.sluice.server.api.InForce;
import io.sluice.server.api.NotGivenException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * {@code envoy.service.ratelimit.v3.RateLimitService}. Each descriptor is a decision of its own, charged whatever becomes of the others; its rules are charged all or none.
 * Where the store cannot be asked and is told to refuse then, the answer is UNAVAILABLE, so that Envoy's {@code failure_mode_deny} decides.
 */
public final class RlsService implements BindableService {
    private static final System.Logger LOG = System.getLogger(RlsService.class.getName());

    private static final MethodDescriptor<Asked, ResponseBytes> METHOD = method();

    private final Clock clock;
    private final CurrentLimits limits = new CurrentLimits();
    private final Descriptors descriptors;
    private final InForce inForce;

    public RlsService(RuleEngine engine, Clock clock, GivenLimits given) {
        this.clock = clock;
        this.inForce = new InForce(engine);
        this.descriptors = new Descriptors(engine, inForce, given);
    }

    private static MethodDescriptor<Asked, ResponseBytes> method() {
        var generated = RateLimitServiceGrpc.getShouldRateLimitMethod();
        return generated.toBuilder(new AskedMarshaller(generated.getRequestMarshaller()), ResponseBytes.MARSHALLER)
                .build();
    }

    @Override
    public ServerServiceDefinition bindService() {
        ServiceDescriptor generated = RateLimitServiceGrpc.getServiceDescriptor();
        ServiceDescriptor service = ServiceDescriptor.newBuilder(generated.getName())
                .setSchemaDescriptor(generated.getSchemaDescriptor())
                .addMethod(METHOD)
                .build();
        return ServerServiceDefinition.builder(service)
                .addMethod(METHOD, ServerCalls.asyncUnaryCall(this::shouldRateLimit))
                .build();
    }

    private void shouldRateLimit(Asked request, StreamObserver<ResponseBytes> observer) {
        Status unread = request.unread();
        if (unread != null) {
            fail(observer, unread);
            return;
        }
        String wrong = Complaint.about(request);
        if (wrong != null) {
            fail(observer, Status.INVALID_ARGUMENT.withDescription(wrong));
            return;
        }
        Ruling ruling = request.descriptors().size() == 1 ? descriptors.decideInMemory(request) : null;
        if (ruling == null) {
            ask(request, observer);
        } else {
            answer(List.of(Told.of(ruling)), observer);
        }
    }

    private void ask(Asked request, StreamObserver<ResponseBytes> observer) {
        List<CompletableFuture<Ruling>> rulings =
                new ArrayList<>(request.descriptors().size());
        try {
            for (Described descriptor : request.descriptors()) {
                rulings.add(descriptors.decide(request, descriptor).toCompletableFuture());
            }
        } catch (NotGivenException e) {
            fail(observer, Status.RESOURCE_EXHAUSTED.withDescription(e.getMessage()));
            return;
        }
        var unused = CompletableFuture.allOf(rulings.toArray(CompletableFuture[]::new))
                .whenComplete((done, failure) -> answer(rulings, failure, observer));
    }

    private void answer(
            List<CompletableFuture<Ruling>> rulings,
            @Nullable Throwable failure,
            StreamObserver<ResponseBytes> observer) {
        if (failure != null) {
            LOG.log(System.Logger.Level.ERROR, "descriptors were not decided", failure);
            fail(observer, Status.UNAVAILABLE.withDescription("the rules could not be asked"));
            return;
        }
        List<Told> all = new ArrayList<>(rulings.size());
        for (CompletableFuture<Ruling> ruling : rulings) {
            all.add(Told.of(ruling.join()));
        }
        answer(all, observer);
    }

    private void answer(List<Told> all, StreamObserver<ResponseBytes> observer) {
        Told binding = all.get(0);
        boolean refused = false;
        for (int i = 0; i < all.size(); i++) {
            Told told = all.get(i);
            if (told.undecided()) {
                fail(observer, Status.UNAVAILABLE.withDescription("the store of the counters does not answer"));
                return;
            }
            refused |= told.refused();
            binding = told.bindsMoreThan(binding) ? told : binding;
        }
        observer.onNext(response(all, binding, refused ? Code.OVER_LIMIT : Code.OK));
        observer.onCompleted();
    }

    private ResponseBytes response(List<Told> all, Told binding, Code overall) {
        ResponseBytes response = ResponseBytes.ofThread();
        response.number(RateLimitResponse.OVERALL_CODE_FIELD_NUMBER, overall.getNumber());
        for (int i = 0; i < all.size(); i++) {
            all.get(i).writeStatus(response, limits);
        }
        binding.writeFields(response, inForce.fields(), clock.wallNanos());
        return response;
    }

    private static void fail(StreamObserver<ResponseBytes> observer, Status status) {
        observer.onError(status.asRuntimeException());
    }
}
