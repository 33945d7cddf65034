package io.sluice.server.grpc;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.sluice.core.Clock;
import io.sluice.http.field.Field;
import io.sluice.http.field.Standing;
import io.sluice.rls.RateLimitRequest;
import io.sluice.rls.RateLimitResponse;
import io.sluice.rls.RateLimitResponse.Code;
import io.sluice.rls.RateLimitServiceGrpc.RateLimitServiceImplBase;
import io.sluice.rls.descriptor.RateLimitDescriptor;
import io.sluice.rls.header.HeaderValue;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.Ruling;
import io.sluice.server.api.GivenLimits;
import io.sluice.server.api.InForce;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * {@code envoy.service.ratelimit.v3.RateLimitService}. Each descriptor is a decision of its own, charged whatever becomes of the others; its rules are charged all or none.
 * Where the store cannot be asked and is told to refuse then, the answer is UNAVAILABLE, so that Envoy's {@code failure_mode_deny} decides.
 */
public final class RlsService extends RateLimitServiceImplBase {
    private static final System.Logger LOG = System.getLogger(RlsService.class.getName());

    private final Clock clock;
    private final Descriptors descriptors;
    private final InForce inForce;

    public RlsService(RuleEngine engine, Clock clock, GivenLimits given) {
        this.clock = clock;
        this.inForce = new InForce(engine);
        this.descriptors = new Descriptors(engine, inForce, given);
    }

    @Override
    public void shouldRateLimit(RateLimitRequest request, StreamObserver<RateLimitResponse> observer) {
        String wrong = Complaint.about(request);
        if (wrong != null) {
            fail(observer, Status.INVALID_ARGUMENT.withDescription(wrong));
            return;
        }
        List<CompletableFuture<Ruling>> rulings = new ArrayList<>(request.getDescriptorsCount());
        for (RateLimitDescriptor descriptor : request.getDescriptorsList()) {
            CompletionStage<Ruling> ruling = descriptors.decide(request, descriptor);
            if (ruling == null) {
                fail(observer, Status.RESOURCE_EXHAUSTED.withDescription(GivenLimits.TOO_MANY));
                return;
            }
            rulings.add(ruling.toCompletableFuture());
        }
        if (rulings.size() == 1) {
            var unused = rulings.get(0).whenComplete((ruling, failure) -> answer(rulings, failure, observer));
        } else {
            var unused = CompletableFuture.allOf(rulings.toArray(CompletableFuture[]::new))
                    .whenComplete((done, failure) -> answer(rulings, failure, observer));
        }
    }

    private void answer(
            List<CompletableFuture<Ruling>> rulings,
            @Nullable Throwable failure,
            StreamObserver<RateLimitResponse> observer) {
        if (failure != null) {
            LOG.log(System.Logger.Level.ERROR, "descriptors were not decided", failure);
            fail(observer, Status.UNAVAILABLE.withDescription("the rules could not be asked"));
            return;
        }
        List<Told> all = new ArrayList<>(rulings.size());
        for (CompletableFuture<Ruling> ruling : rulings) {
            all.add(Told.of(ruling.join()));
        }
        if (all.stream().anyMatch(Told::undecided)) {
            fail(observer, Status.UNAVAILABLE.withDescription("the store of the counters does not answer"));
            return;
        }
        observer.onNext(response(all));
        observer.onCompleted();
    }

    private RateLimitResponse response(List<Told> all) {
        RateLimitResponse.Builder response = RateLimitResponse.newBuilder().setOverallCode(Code.OK);
        Told binding = all.get(0);
        for (Told told : all) {
            response.addStatuses(told.status());
            if (told.refused()) {
                response.setOverallCode(Code.OVER_LIMIT);
            }
            binding = told.bindsMoreThan(binding) ? told : binding;
        }
        Standing standing = binding.standing();
        if (standing != null) {
            addFields(standing, response);
        }
        return response.build();
    }

    private void addFields(Standing standing, RateLimitResponse.Builder response) {
        for (Field field : inForce.fields().of(standing, clock.wallNanos())) {
            response.addResponseHeadersToAdd(
                    HeaderValue.newBuilder().setKey(field.name()).setValue(field.value()));
        }
    }

    private static void fail(StreamObserver<RateLimitResponse> observer, Status status) {
        observer.onError(status.asRuntimeException());
    }
}
