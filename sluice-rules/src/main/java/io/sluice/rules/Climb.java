package io.sluice.rules;

import io.sluice.core.Decision;
import io.sluice.rules.WhenLimited.Slower;
import io.sluice.rules.WhenLimited.Slower.AtTop;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One request on its way over rules with steps: by which counter each of its rules counts it, and how long it waits. */
final class Climb {
    final Case request;
    /** The rule that would answer the refusal. */
    final int answering;

    private final Decision refusal;
    /** In place of a rule's own counter; null where that counts. */
    private final @Nullable Excess[] excess;
    /** Rules whose excess is full, and which let pass all the same: not counted. */
    private final BitSet top = new BitSet();

    private long delayNanos;

    Climb(Case request, int answering, Decision refusal) {
        this.request = request;
        this.answering = answering;
        this.refusal = refusal;
        this.excess = new Excess[request.charges().size()];
    }

    /** What is to be asked about next. */
    List<Charge> charges() {
        List<Charge> all = new ArrayList<>();
        for (int i = 0; i < excess.length; i++) {
            Excess instead = excess[i];
            if (!top.get(i)) {
                Charge own = request.charge(i);
                all.add(instead == null ? own : new Charge(instead.counter(), own.key(), 1));
            }
        }
        return all;
    }

    /**
     * Takes the excess of those that refuse, and leaves out the excess that is full if nothing is to be refused.
     *
     * @param each of {@link #charges}
     * @return false if one of them refuses for good, or none does
     */
    boolean movesUp(List<Decision> each) {
        boolean moved = false;
        int next = 0;
        for (int i = top.nextClearBit(0); i < excess.length; i = top.nextClearBit(i + 1)) {
            Decision said = each.get(next++);
            if (!said.allowed()) {
                if (!movesUp(i, said)) {
                    return false;
                }
                moved = true;
            }
        }
        return moved;
    }

    private boolean movesUp(int i, Decision said) {
        Terms terms = request.combination.terms(i);
        if (!(terms.rule.rule.whenLimited() instanceof Slower slower) || said.blocked() || said.undecided()) {
            return false;
        }
        if (excess[i] == null) {
            excess[i] = terms.excessOf(said.binding());
            return excess[i] != null;
        }
        if (slower.atTop() == AtTop.REFUSE) {
            return false;
        }
        top.set(i);
        delayNanos = Math.max(delayNanos, slower.most().toNanos());
        return true;
    }

    /** All were charged, and say this. */
    void reached(List<Decision> each) {
        int next = 0;
        for (int i = top.nextClearBit(0); i < excess.length; i = top.nextClearBit(i + 1)) {
            Decision said = each.get(next++);
            if (excess[i] != null && request.combination.terms(i).rule.rule.whenLimited() instanceof Slower slower) {
                long place = Math.max(1, said.limit() - said.remaining());
                delayNanos = Math.max(
                        delayNanos,
                        Math.min(slower.most().toNanos(), place * slower.step().toNanos()));
            }
        }
    }

    long delayNanos() {
        return delayNanos;
    }

    /** The rules that were not charged themselves. */
    BitSet beyond() {
        BitSet all = new BitSet();
        for (int i = 0; i < excess.length; i++) {
            all.set(i, excess[i] != null);
        }
        return all;
    }

    /** Allowed, with what is left of the limit that was exceeded. */
    Decision decision(long delay) {
        return Decision.allowed(
                refusal.binding(),
                request.charge(answering).permits(),
                refusal.remaining(),
                refusal.resetAfterNanos(),
                delay);
    }
}
