package io.sluice.http;

import io.sluice.core.Clock;
import io.sluice.http.answer.Answers;
import io.sluice.http.answer.Cors;
import io.sluice.http.field.Fields;
import io.sluice.rules.Explanation;
import io.sluice.rules.Rule;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.Ruling;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** From an HTTP request to what is done with it: the one thing that every HTTP door asks. Safe for many threads. */
public final class HttpRules {
    private static final System.Logger LOG = System.getLogger(HttpRules.class.getName());

    private final RuleEngine engine;
    private final Clock clock;
    private final Answers answers;
    private volatile Snapshot snapshot;

    /** What follows from the rules in force. */
    private record Snapshot(RuleSet rules, RequestReader reader, Speaker speaker) {
        static Snapshot of(RuleSet rules, Clock clock, Answers answers) {
            Speaker speaker = new Speaker(answers, Fields.of(rules.headers()));
            return new Snapshot(rules, new RequestReader(rules, clock), speaker);
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
        this.snapshot = Snapshot.of(engine.rules(), clock, answers);
    }

    /** Decides about a request, and charges it. Never throws and never blocks; complete at once where the store is in memory. */
    public CompletionStage<Verdict> decide(HttpRequest request) {
        CompletableFuture<Verdict> verdict = new CompletableFuture<>();
        decide(request, verdict::complete);
        return verdict;
    }

    /**
     * The same, told to {@code then}: at once and on this thread where the store is in memory, else later on another. The request is read before this returns, and
     * again for {@link Verdict#answer} only.
     */
    public void decide(HttpRequest request, Consumer<? super Verdict> then) {
        Snapshot current = current();
        HttpAttributes attributes = new HttpAttributes(request, current.reader);
        String wrong = attributes.wrong(engine);
        if (wrong != null) {
            then.accept(Verdict.bad(request, current.speaker, answers.badRequest(request, wrong)));
            return;
        }
        Ruling ruling = engine.decideInMemory(attributes);
        boolean toScript = request.count("Origin") > 0;
        if (ruling != null) {
            then.accept(verdict(request, current, ruling, toScript));
            return;
        }
        engine.decide(attributes)
                .whenComplete((later, failure) -> then.accept(
                        failure == null
                                ? verdict(request, current, later, toScript)
                                : pass(request, current, failure)));
    }

    /** A request that passed did not get what it was charged for: rules whose {@code refund-on} says so give its permits back. Its request can still be read. */
    public void refund(Verdict verdict, Rule.RefundOn why) {
        Ruling ruling = verdict.ruling();
        if (ruling != null) {
            engine.refund(ruling, why);
        }
    }

    /**
     * What the rules would say about a request, and why; nothing is charged. The request is read as {@link #decide} reads it.
     *
     * @throws IllegalArgumentException if it would be answered with 400, with what is wrong
     */
    public CompletionStage<Explanation> explain(HttpRequest request) {
        HttpAttributes attributes = new HttpAttributes(request, current().reader);
        String wrong = attributes.wrong(engine);
        if (wrong != null) {
            throw new IllegalArgumentException(wrong);
        }
        return engine.explain(attributes);
    }

    private Verdict verdict(HttpRequest request, Snapshot current, Ruling ruling, boolean toScript) {
        return Verdict.of(request, current.speaker, ruling, clock.wallNanos(), toScript);
    }

    /** An engine never fails; should it do so all the same, the application does not suffer for it. */
    private static Verdict pass(HttpRequest request, Snapshot current, Throwable failure) {
        LOG.log(System.Logger.Level.ERROR, "a request passed without being counted", failure);
        return Verdict.undecided(request, current.speaker);
    }

    @SuppressWarnings("ReferenceEquality") // other rules are another object, and comparing them would take long
    private Snapshot current() {
        Snapshot current = snapshot;
        RuleSet rules = engine.rules();
        if (current.rules != rules) {
            current = Snapshot.of(rules, clock, answers);
            snapshot = current;
        }
        return current;
    }
}
