package io.sluice.rules;

import io.sluice.core.Question.Verb;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What is still owed for a request that passed: permits to come back if it goes away, the difference if its answer says what it cost. */
final class Settlement {
    /** A charge whose cost the answer says. */
    record Open(Charge charge, Cost.Answered cost) {}

    private final Teller teller;
    private final List<Charge> taken;
    private final @Nullable Object receipt;
    private final List<Open> open;
    private final long delayNanos;
    /** The rules that charged {@link #taken}, in its order; none if they only looked on. */
    private final Combination combination;

    private volatile List<Charge> refunded = List.of();
    private final AtomicBoolean settled = new AtomicBoolean();

    /** {@code receipt}: of permits that were promised for later; null if they were taken at once. */
    Settlement(
            Teller teller,
            List<Charge> taken,
            @Nullable Object receipt,
            List<Open> open,
            long delayNanos,
            Combination combination) {
        this.teller = teller;
        this.taken = taken;
        this.receipt = receipt;
        this.open = open;
        this.delayNanos = delayNanos;
        this.combination = combination;
    }

    /** How long the request waits before it goes on. */
    long delayNanos() {
        return delayNanos;
    }

    List<String> awaited() {
        return open.stream().map(one -> one.cost.header()).distinct().toList();
    }

    void cancel() {
        if (settled.compareAndSet(false, true) && !taken.isEmpty()) {
            var unused = receipt == null ? teller.ask(Verb.REFUND, taken) : teller.ask(Verb.CANCEL, taken, 0, receipt);
        }
    }

    /** What rules took that give back for this reason comes back, and what the answer says of its cost does not count for them. */
    void refund(Rule.RefundOn why) {
        List<Charge> back = combination.refunded(taken, why);
        if (!back.isEmpty() && refunded.isEmpty() && !settled.get()) {
            refunded = back;
            var unused = teller.ask(Verb.REFUND, back);
        }
    }

    void ended(Attributes response) {
        if (settled.compareAndSet(false, true)) {
            open.stream().filter(one -> !refunded.contains(one.charge)).forEach(one -> settle(one, response));
        }
    }

    private void settle(Open one, Attributes response) {
        long said = Price.number(response.get(Attribute.of("header." + one.cost.header())));
        if (said == Price.NO_NUMBER) {
            return;
        }
        Charge charge = one.charge;
        long more = Price.clamped(said, 0, one.cost.most()) - charge.permits();
        if (more != 0) {
            Verb verb = more > 0 ? Verb.PENALIZE : Verb.REFUND;
            var unused = teller.ask(verb, List.of(new Charge(charge.counter(), charge.key(), Math.abs(more))));
        }
    }
}
