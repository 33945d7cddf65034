package io.sluice.redis;

import io.sluice.core.Answer;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import io.sluice.redis.script.Ask;
import io.sluice.redis.script.Merged;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A decision over several slots of a Cluster, which no script can make at once: slot by slot, in the order of the charges, and
 * undone where one refuses. So it never over-admits. Who comes in between may be refused too early, or told too long a wait. Give narrow
 * keys first and the one that everybody shares last: then that one is hardly ever undone.
 *
 * <p>Permits over several slots are promised for now or not at all.
 */
final class SlotBySlot {
    private static final Answer NOTHING = Answer.of(Decision.allowed(Limit.unlimited(), 0, 0, 0, 0));

    private final Function<Question, CompletionStage<Answer>> asking;
    private final ToIntFunction<Charge> slot;

    SlotBySlot(Function<Question, CompletionStage<Answer>> asking, ToIntFunction<Charge> slot) {
        this.asking = asking;
        this.slot = slot;
    }

    /** What was taken, for giving it back. */
    private record Taken(List<Part> parts) {}

    private record Part(List<Charge> charges, @Nullable Object receipt) {}

    CompletionStage<Answer> ask(Question question) {
        Map<Integer, List<Charge>> slots = new LinkedHashMap<>();
        for (Charge charge : question.charges()) {
            slots.computeIfAbsent(slot.applyAsInt(charge), any -> new ArrayList<>())
                    .add(charge);
        }
        if (slots.size() == 1) {
            return asking.apply(question);
        }
        return switch (question.verb()) {
            case TRY_ACQUIRE ->
                take(slots.values(), 1)
                        .thenApply(SlotBySlot::withoutReceipt)
                        .thenApply(answer -> inOrder(question, slots.values(), answer));
            case RESERVE -> take(slots.values(), 1).thenApply(answer -> inOrder(question, slots.values(), answer));
            case TRY_ACQUIRE_UP_TO -> upTo(question, slots.values());
            case CANCEL -> question.receipt() instanceof Taken taken ? cancel(taken, 0) : everywhere(question, slots);
            default -> everywhere(question, slots);
        };
    }

    private static Answer withoutReceipt(Answer answer) {
        return new Answer(answer.decision(), null, answer.each());
    }

    /** What each charge says, in the order of the question instead of that of slots. */
    private static Answer inOrder(Question question, Collection<List<Charge>> slots, Answer answer) {
        List<Charge> bySlot = slots.stream().flatMap(List::stream).toList();
        List<Decision> each = answer.each().size() < bySlot.size()
                ? List.of()
                : question.charges().stream()
                        .map(charge -> answer.each().get(bySlot.indexOf(charge)))
                        .toList();
        return new Answer(answer.decision(), answer.receipt(), each);
    }

    private CompletionStage<Answer> take(Collection<List<Charge>> slots, long times) {
        CompletionStage<Taking> taking = CompletableFuture.completedStage(new Taking());
        for (List<Charge> charges : slots) {
            taking = taking.thenCompose(sofar -> sofar.refused != null
                    ? CompletableFuture.completedStage(sofar)
                    : takeOne(sofar, times(charges, times)));
        }
        return taking.thenCompose(all -> {
            Decision refused = all.refused;
            return refused == null
                    ? CompletableFuture.completedStage(
                            new Answer(Merged.of(all.decisions, times), new Taken(all.parts), all.each))
                    : cancel(new Taken(all.parts), Ask.ALSO_LATE).thenApply(undone -> Answer.of(refused));
        });
    }

    /** What was taken so far. */
    private static final class Taking {
        final List<Decision> decisions = new ArrayList<>();
        final List<Decision> each = new ArrayList<>();
        final List<Part> parts = new ArrayList<>();

        @Nullable
        Decision refused;
    }

    /** For now; with a receipt, but for queues, which promise for later and are told apart from a reservation. */
    private CompletionStage<Taking> takeOne(Taking taking, List<Charge> charges) {
        Verb verb = hasQueue(charges) ? Verb.TRY_ACQUIRE : Verb.RESERVE;
        return asking.apply(new Question(verb, charges, 1, 0, null)).thenApply(answer -> {
            if (answer.decision().allowed()) {
                taking.decisions.add(answer.decision());
                taking.each.addAll(charges.size() == 1 ? List.of(answer.decision()) : answer.each());
                taking.parts.add(new Part(charges, answer.receipt()));
            } else {
                taking.refused = answer.decision();
            }
            return taking;
        });
    }

    private static boolean hasQueue(List<Charge> charges) {
        return charges.stream()
                .flatMap(charge -> charge.limits().limits().stream())
                .anyMatch(limit -> limit.kind() == Limit.Kind.LEAKY_QUEUE);
    }

    private static List<Charge> times(List<Charge> charges, long times) {
        return charges.stream()
                .map(charge -> new Charge(charge.limits(), charge.key(), charge.permits() * times))
                .toList();
    }

    private CompletionStage<Answer> cancel(Taken taken, long also) {
        CompletionStage<Answer> all = CompletableFuture.completedStage(NOTHING);
        for (Part part : taken.parts) {
            Verb verb = part.receipt == null ? Verb.REFUND : Verb.CANCEL;
            CompletionStage<Answer> one = asking.apply(new Question(verb, part.charges, 1, also, part.receipt));
            all = all.thenCombine(one, SlotBySlot::both);
        }
        return all;
    }

    private static Answer both(Answer before, Answer one) {
        boolean undone = before.receipt() == Boolean.TRUE || one.receipt() != Boolean.FALSE;
        return new Answer(one.decision(), undone);
    }

    private CompletionStage<Answer> upTo(Question question, Collection<List<Charge>> slots) {
        CompletionStage<Long> most = CompletableFuture.completedStage(question.most());
        for (Charge charge : question.charges()) {
            if (charge.permits() > 0) {
                List<Charge> look = List.of(new Charge(charge.limits(), charge.key(), 0));
                most = most.thenCombine(
                        asking.apply(new Question(Verb.PEEK, look, 1, 0, null)),
                        (fewest, seen) -> Math.min(fewest, seen.decision().remaining() / charge.permits()));
            }
        }
        return most.thenCompose(times -> take(slots, Math.max(times, Math.min(1, question.most()))))
                .thenApply(SlotBySlot::withoutReceipt);
    }

    private CompletionStage<Answer> everywhere(Question question, Map<Integer, List<Charge>> slots) {
        CompletionStage<List<Decision>> all = CompletableFuture.completedStage(new ArrayList<>());
        for (List<Charge> charges : slots.values()) {
            Question part = new Question(question.verb(), charges, question.most(), question.nanos(), null);
            all = all.thenCombine(asking.apply(part), (list, answer) -> {
                list.add(answer.decision());
                return list;
            });
        }
        return all.thenApply(decisions -> Answer.of(Merged.of(decisions, 0)));
    }
}
