package io.sluice.rules;

import io.sluice.core.Answer;
import io.sluice.core.Decision;
import io.sluice.core.Question.Verb;
import io.sluice.rules.key.KeyText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What an operator does with a key, given as text: under every plan and client of its rule, because the text does not say which. */
final class Verbs {
    private final Snapshot now;
    private final Teller teller;

    Verbs(Snapshot now, Teller teller) {
        this.now = now;
        this.teller = teller;
    }

    /** Looks as one who wants a permit: who wants none is told nothing of a block. */
    CompletionStage<List<Usage>> usage(String key) {
        return forAll(Verb.PEEK, key, 1, 0);
    }

    /** Forgets blocks, offences and what passed beyond the limit too. */
    CompletionStage<List<Usage>> reset(String key) {
        LiveRule rule = rule(KeyText.parse(key));
        RuleKey ruleKey = key(rule, KeyText.parse(key));
        CompletionStage<List<Usage>> all = CompletableFuture.completedFuture(List.of());
        for (Terms terms : rule.all()) {
            all = reset(all, terms.extra, ruleKey);
            for (Excess excess : terms.excess) {
                all = reset(all, excess.counter(), ruleKey);
            }
            all = reset(all, terms.offences, ruleKey);
        }
        return all.thenCompose(done -> forAll(Verb.RESET, key, 0, 0));
    }

    private CompletionStage<List<Usage>> reset(
            CompletionStage<List<Usage>> before, @Nullable Counter counter, RuleKey key) {
        return counter == null
                ? before
                : before.thenCombine(teller.ask(Verb.RESET, new Charge(counter, key, 0)), (all, done) -> all);
    }

    CompletionStage<List<Usage>> refund(String key, long permits) {
        return forAll(Verb.REFUND, key, permits, 0);
    }

    CompletionStage<List<Usage>> block(String key, Duration duration) {
        return forAll(Verb.BLOCK, key, 0, duration.toNanos());
    }

    CompletionStage<List<Usage>> unblock(String key) {
        return forAll(Verb.UNBLOCK, key, 0, 0);
    }

    private CompletionStage<List<Usage>> forAll(Verb verb, String text, long permits, long nanos) {
        LiveRule rule = rule(KeyText.parse(text));
        RuleKey key = key(rule, KeyText.parse(text));
        CompletionStage<List<Usage>> all = CompletableFuture.completedFuture(List.of());
        for (Terms terms : rule.all()) {
            Charge charge = new Charge(terms.counter, key, permits);
            all = all.thenCombine(
                    teller.ask(verb, List.of(charge), nanos, null).thenApply(Answer::decision),
                    (before, state) -> and(before, terms, state));
        }
        return all;
    }

    private static List<Usage> and(List<Usage> before, Terms terms, Decision state) {
        List<Usage> all = new ArrayList<>(before);
        all.add(new Usage(terms.counter.limits().name(), terms.limits(), state));
        return all;
    }

    private static RuleKey key(LiveRule rule, KeyText text) {
        return new RuleKey(rule.shape.hash(text), () -> rule.shape.spelled(text));
    }

    private LiveRule rule(KeyText text) {
        return now.live().stream()
                .filter(live -> live.rule.name().equalsIgnoreCase(text.rule()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no rule called " + text.rule() + "; there are: "
                        + now.live().stream().map(live -> live.rule.name()).collect(Collectors.joining(", "))));
    }
}
