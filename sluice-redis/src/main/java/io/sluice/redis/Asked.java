package io.sluice.redis;

import io.sluice.core.Answer;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.redis.batch.RefusalState;
import io.sluice.redis.script.Ask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Somebody who waits for the answer to a question. */
final class Asked extends CompletableFuture<Answer> {
    final Question question;
    final Ask ask;
    /** Once it is answered: what it was refused by, if that is known. */
    private volatile @Nullable RefusalState refusal;

    Asked(Question question, Ask ask) {
        this.question = question;
        this.ask = ask;
    }

    /** Answered by Redis. */
    void complete(Answer answer, @Nullable RefusalState refusedBy) {
        refusal = answer.decision().allowed() ? null : refusedBy;
        complete(answer);
    }

    @Nullable
    RefusalState refusal() {
        return refusal;
    }

    /** Whatever the limits are: those of one name may count for each other. */
    private record Counted(String name, String key) {
        static Counted of(Charge charge) {
            return new Counted(charge.limits().name(), charge.key());
        }
    }

    /**
     * Those who ask the same together, all in the order they came. Nothing about a key overtakes anything else about it: who asks the same
     * as somebody before is only put there if nothing came in between.
     */
    static List<List<Asked>> coalesced(List<Asked> all) {
        List<List<Asked>> groups = new ArrayList<>(all.size());
        Map<Counted, List<Asked>> latest = new HashMap<>();
        for (Asked one : all) {
            List<Charge> charges = one.question.charges();
            List<Asked> same = latest.get(Counted.of(charges.get(0)));
            if (same != null
                    && same.get(0).asksTheSame(one)
                    && charges.stream().allMatch(charge -> latest.get(Counted.of(charge)) == same)) {
                same.add(one);
            } else {
                List<Asked> group = new ArrayList<>(1);
                group.add(one);
                groups.add(group);
                charges.forEach(charge -> latest.put(Counted.of(charge), group));
            }
        }
        return groups;
    }

    private boolean asksTheSame(Asked other) {
        return Ask.mayRepeat(question) && question.equals(other.question);
    }
}
