package io.sluice.http;

import io.sluice.core.Clock;
import io.sluice.http.answer.Answer;
import io.sluice.http.answer.Answers;
import io.sluice.http.answer.Cors;
import io.sluice.http.field.Field;
import io.sluice.http.field.Fields;
import io.sluice.http.field.Standing;
import io.sluice.rules.Attribute;
import io.sluice.rules.Rule;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.Ruling;
import io.sluice.rules.WhenLimited;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** From an HTTP request to what is done with it: the one thing that every HTTP door asks. Safe for many threads. */
public final class HttpRules {
    private static final System.Logger LOG = System.getLogger(HttpRules.class.getName());

    private final RuleEngine engine;
    private final Clock clock;
    private final Answers answers;
    private volatile Snapshot snapshot;

    /** What follows from the rules in force. */
    private record Snapshot(RuleSet rules, RequestReader reader, Fields fields) {
        static Snapshot of(RuleSet rules, Clock clock) {
            return new Snapshot(rules, new RequestReader(rules, clock), Fields.of(rules.headers()));
        }
    }

    /**
     * For one engine.
     *
     * @param clock the clock of the engine's store
     */
    public HttpRules(RuleEngine engine, Clock clock, Cors cors) {
        this.engine = engine;
        this.clock = clock;
        this.answers = new Answers(cors);
        this.snapshot = Snapshot.of(engine.rules(), clock);
    }

    /** Decides about a request, and charges it. Never throws and never blocks; complete at once where the store is in memory. */
    public CompletionStage<Verdict> decide(HttpRequest request) {
        Snapshot current = current();
        HttpAttributes attributes = new HttpAttributes(request, current.reader);
        String wrong = attributes.wrong();
        if (wrong != null) {
            return CompletableFuture.completedStage(Verdict.stop(null, answers.badRequest(request, wrong)));
        }
        return engine.decide(attributes)
                .handle((ruling, failure) ->
                        failure == null ? verdict(request, ruling, current.fields) : pass(failure));
    }

    /** An engine never fails; should it do so all the same, the application does not suffer for it. */
    private static Verdict pass(Throwable failure) {
        LOG.log(System.Logger.Level.ERROR, "a request passed without being counted", failure);
        return Verdict.UNDECIDED;
    }

    @SuppressWarnings("ReferenceEquality") // other rules are another object, and comparing them would take long
    private Snapshot current() {
        Snapshot current = snapshot;
        RuleSet rules = engine.rules();
        if (current.rules != rules) {
            current = Snapshot.of(rules, clock);
            snapshot = current;
        }
        return current;
    }

    private Verdict verdict(HttpRequest request, Ruling ruling, Fields dialects) {
        return switch (ruling.outcome()) {
            case UNLIMITED, ALLOWED, DELAYED, REDUCED ->
                Verdict.pass(
                        ruling,
                        fields(request, ruling, dialects),
                        isPersonal(ruling),
                        () -> refused(request, Standing.refusedInsteadOfDelayed(ruling), dialects));
            case REFUSED -> Verdict.stop(ruling, refused(request, Standing.of(ruling), dialects));
            case DECOY -> Verdict.stop(ruling, decoy(request, ruling, dialects));
            case DENIED -> Verdict.stop(ruling, answers.denied(request));
        };
    }

    private List<Field> fields(HttpRequest request, Ruling ruling, Fields dialects) {
        Standing standing = Standing.of(ruling);
        if (standing == null) {
            return List.of();
        }
        List<Field> fields = new ArrayList<>(dialects.of(standing, clock.wallNanos()));
        fields.addAll(Cors.exposing(request, fields));
        return fields;
    }

    private Answer refused(HttpRequest request, @Nullable Standing standing, Fields dialects) {
        return standing == null
                ? answers.denied(request)
                : answers.refused(request, standing, dialects.of(standing, clock.wallNanos()));
    }

    private Answer decoy(HttpRequest request, Ruling ruling, Fields dialects) {
        Rule rule = ruling.rule();
        return rule != null && rule.whenLimited() instanceof WhenLimited.Decoy decoy
                ? answers.decoy(request, decoy)
                : refused(request, Standing.of(ruling), dialects);
    }

    private static boolean isPersonal(Ruling ruling) {
        return ruling.counted().stream()
                .flatMap(counted -> counted.rule().per().stream())
                .flatMap(per -> per.choices().stream())
                .anyMatch(choice -> isClaim(choice.attribute().kind()));
    }

    private static boolean isClaim(Attribute.Kind kind) {
        return switch (kind) {
            case NAMED, HEADER, COOKIE, QUERY -> true;
            default -> false;
        };
    }
}
