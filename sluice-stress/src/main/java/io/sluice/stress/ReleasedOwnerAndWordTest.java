package io.sluice.stress;

import static io.sluice.stress.OwnerAndWordTest.LONGS;
import static io.sluice.stress.OwnerAndWordTest.OWNER;
import static io.sluice.stress.OwnerAndWordTest.WORD;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A test of the test: with weaker accesses than {@link OwnerAndWordTest}'s both may miss each other, on this machine too. */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "neither saw the other: why they are volatile")
@Outcome(
        id = {"0, 0", "0, 1", "1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "one saw the other")
@State
public class ReleasedOwnerAndWordTest {
    private final long[] slot = {1, 0};

    @Actor
    public void served(JJ_Result r) {
        LONGS.setRelease(slot, WORD, 1L);
        r.r1 = (long) LONGS.getAcquire(slot, OWNER);
    }

    @Actor
    public void takesOver(JJ_Result r) {
        LONGS.setRelease(slot, OWNER, 0L);
        r.r2 = (long) LONGS.getAcquire(slot, WORD);
    }
}
