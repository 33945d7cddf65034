package io.sluice.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Answer;
import io.sluice.core.Charges;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.core.ManualClock;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import io.sluice.core.RateLimiter;
import io.sluice.core.Reservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The limits that Redis has, in memory: answers the same questions, and says whether an answer of Redis is the same. */
final class MemoryTwin {
    private final List<LimitSet> sets;
    private final List<RateLimiter> memory = new ArrayList<>();

    MemoryTwin(List<LimitSet> sets, ManualClock clock) {
        this.sets = sets;
        for (LimitSet set : sets) {
            memory.add(RateLimiter.builder()
                    .limits(set.limits().toArray(Limit[]::new))
                    .clock(clock)
                    .maxKeys(100)
                    .build());
        }
    }

    Reservation reserve(List<Charge> charges, long maxWait) {
        Charge first = charges.get(0);
        return charges.size() == 1
                ? limiter(first).reserve(first.key(), first.permits(), Duration.ofNanos(maxWait))
                : together(charges).reserve(Duration.ofNanos(maxWait));
    }

    void same(Verb verb, List<Charge> charges, Answer actual, Decision expected) {
        boolean several = charges.size() > 1 || charges.get(0).limits().limits().size() > 1;
        if (several) {
            Same.decisionButForBinding(actual.decision(), expected);
            assertThat(actual.decision().binding()).isIn(bindings(verb, charges, expected));
        } else {
            Same.decision(actual.decision(), expected);
        }
    }

    /** What memory says, and other keys' that come out equal: which of those is named depends on their order in memory. */
    private List<Limit> bindings(Verb verb, List<Charge> charges, Decision expected) {
        List<Decision> each = charges.stream()
                .map(charge -> limiter(charge).peek(charge.key(), expected.allowed() ? 0 : charge.permits()))
                .toList();
        double extreme = each.stream().mapToDouble(MemoryTwin::rank).min().orElseThrow();
        List<Limit> all = new ArrayList<>(List.of(expected.binding()));
        each.stream().filter(one -> rank(one) == extreme).map(Decision::binding).forEach(all::add);
        if (verb == Verb.BLOCK) {
            charges.forEach(charge -> all.add(charge.limits().limits().get(0)));
        } else if (verb == Verb.RESERVE && !expected.allowed()) {
            charges.forEach(charge -> all.addAll(charge.limits().limits()));
        }
        return all;
    }

    /** The least comes first: the longest wait, then the least share. */
    private static double rank(Decision decision) {
        return decision.allowed()
                ? (double) decision.remaining() / Math.max(1, decision.limit())
                : -decision.retryAfterNanos();
    }

    private RateLimiter limiter(Charge charge) {
        return memory.get(sets.indexOf(charge.limits()));
    }

    private Charges together(List<Charge> charges) {
        Charges all = Charges.of(
                limiter(charges.get(0)), charges.get(0).key(), charges.get(0).permits());
        for (Charge charge : charges.subList(1, charges.size())) {
            all = all.and(limiter(charge), charge.key(), charge.permits());
        }
        return all;
    }

    Decision answer(Verb verb, List<Charge> charges, long most, long nanos) {
        return charges.size() == 1
                        && !(verb == Verb.TRY_ACQUIRE_UP_TO && charges.get(0).permits() != 1)
                ? alone(verb, charges.get(0), most, nanos)
                : together(verb, together(charges), most, nanos);
    }

    private Decision alone(Verb verb, Charge charge, long most, long nanos) {
        RateLimiter limiter = limiter(charge);
        String key = charge.key();
        return switch (verb) {
            case TRY_ACQUIRE -> limiter.tryAcquire(key, charge.permits());
            case TRY_ACQUIRE_UP_TO -> limiter.tryAcquireUpTo(key, most);
            case PEEK -> limiter.peek(key, charge.permits());
            case REFUND -> limiter.refund(key, charge.permits());
            case PENALIZE -> limiter.penalize(key, charge.permits());
            case RESET -> limiter.reset(key);
            case BLOCK -> nanos == Long.MAX_VALUE ? limiter.block(key) : limiter.block(key, Duration.ofNanos(nanos));
            case UNBLOCK -> limiter.unblock(key);
            case RESERVE, CANCEL -> throw new AssertionError(verb);
        };
    }

    private static Decision together(Verb verb, Charges charges, long most, long nanos) {
        return switch (verb) {
            case TRY_ACQUIRE -> charges.tryAcquire();
            case TRY_ACQUIRE_UP_TO -> charges.tryAcquireUpTo(most);
            case PEEK -> charges.peek();
            case REFUND -> charges.refund();
            case PENALIZE -> charges.penalize();
            case RESET -> charges.reset();
            case BLOCK -> charges.block(Duration.ofNanos(nanos));
            case UNBLOCK -> charges.unblock();
            case RESERVE, CANCEL -> throw new AssertionError(verb);
        };
    }
}
