package io.sluice.redis.failure;

import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import java.util.List;

/** Makes questions, for tests. */
final class Questions {
    private Questions() {}

    static Question tryAcquire(String name, Limit limit, String key) {
        return of(Verb.TRY_ACQUIRE, name, limit, key, 1);
    }

    static Question of(Verb verb, String name, Limit limit, String key, long permits) {
        return new Question(verb, List.of(new Charge(LimitSet.of(name, limit), key, permits)), 3, 0, null);
    }

    static Question cancel(Question reservation, Object receipt) {
        return new Question(Verb.CANCEL, reservation.charges(), 1, 0, receipt);
    }
}
