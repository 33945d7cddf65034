package io.sluice.stress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * A slot of the word table: who is served swaps the state and then looks at the owner; who takes over writes the owner and then
 * looks at the state. One of them must see the other.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "served by a slot whose new owner did not see the charge")
@Outcome(
        id = {"0, 0", "0, 1", "1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "one saw the other")
@State
public class OwnerAndWordTest {
    static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    static final int OWNER = 0;
    static final int WORD = 1;

    private final long[] slot = {1, 0};

    @Actor
    public void served(JJ_Result r) {
        boolean swapped = LONGS.compareAndSet(slot, WORD, 0L, 1L);
        r.r1 = swapped ? (long) LONGS.getVolatile(slot, OWNER) : -1;
    }

    @Actor
    public void takesOver(JJ_Result r) {
        LONGS.setVolatile(slot, OWNER, 0L);
        r.r2 = (long) LONGS.getVolatile(slot, WORD);
    }
}
