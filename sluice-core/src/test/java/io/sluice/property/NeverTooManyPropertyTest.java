package io.sluice.property;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.Reservation;
import io.sluice.property.Grants.Grant;
import io.sluice.property.Step.Op;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Counts what passed, whatever the decisions said: acquired, reserved for later, and cancelled in any order. */
class NeverTooManyPropertyTest {
    @ParameterizedTest
    @EnumSource(Limit.Kind.class)
    void neverGrantsMoreThanTheLimitInAnyInterval(Limit.Kind kind) {
        Seeds.tryAll(
                300,
                random -> Story.draw(random, 80, kind),
                Story::smaller,
                story -> grantsOf(story).check(story.limits().get(0), 1));
    }

    @Test
    void neverGrantsMoreThanAnyOfSeveralLimits() {
        Limit.Kind[] kinds = Limit.Kind.values();
        Seeds.tryAll(
                400,
                random -> Story.draw(
                        random, 60, kinds[random.nextInt(kinds.length)], kinds[random.nextInt(kinds.length)]),
                Story::smaller,
                story -> {
                    Grants grants = grantsOf(story);
                    story.limits().forEach(limit -> grants.check(limit, 1));
                });
    }

    private record Held(Reservation reservation, Grant grant) {}

    private static Grants grantsOf(Story story) {
        Run run = new Run(story);
        Grants grants = new Grants();
        List<Held> held = new ArrayList<>();
        for (Step step : story.steps()) {
            run.pause(step);
            switch (step.op()) {
                case ACQUIRE, UP_TO -> grants.add(acquired(run, run.ask(step)));
                case RESERVE, PENALIZE -> held.add(reserve(run, grants, step));
                case RESERVE_AND_CANCEL, REFUND -> cancel(grants, held, step);
                case PEEK, RESET -> run.ask(step.with(Op.PEEK));
            }
        }
        return grants;
    }

    private static Grant acquired(Run run, Decision decision) {
        return new Grant(run.now(), run.now() + decision.delayNanos(), decision.granted());
    }

    private static Held reserve(Run run, Grants grants, Step step) {
        Reservation made = run.reserve(step);
        long at = run.now() + made.decision().delayNanos();
        Grant grant = new Grant(at, at, made.decision().granted());
        grants.add(grant);
        return new Held(made, grant);
    }

    private static void cancel(Grants grants, List<Held> held, Step step) {
        if (!held.isEmpty()) {
            Held one = held.remove((int) (step.nanos() % held.size()));
            if (one.reservation.cancel()) {
                grants.remove(one.grant);
            }
        }
    }
}
