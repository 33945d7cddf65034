package io.sluice.stress;

import io.sluice.core.table.CellTable;
import io.sluice.core.table.Sequence;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJJ_Result;

/** Two write a cell: each sees what the other wrote, or does not write. */
@JCStressTest
@Outcome(id = "1, 1, 2, 2", expect = Expect.ACCEPTABLE, desc = "one after the other")
@Outcome(
        id = {"1, 0, 1, 1", "0, 1, 1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "at once: one has to try again")
@Outcome(expect = Expect.FORBIDDEN, desc = "a write was lost, or nobody could write")
@State
public class CellWriteTest {
    private final long[] cell = new long[CellTable.words(0) + 2];

    private boolean addsOne() {
        int o = CellTable.words(0);
        long sequence = Sequence.of(cell, 0);
        long first = cell[o];
        long second = cell[o + 1];
        if (!Sequence.begin(cell, 0, sequence)) {
            return false;
        }
        cell[o] = first + 1;
        cell[o + 1] = second + 1;
        Sequence.end(cell, 0, sequence);
        return true;
    }

    @Actor
    public void one(JJJJ_Result r) {
        r.r1 = addsOne() ? 1 : 0;
    }

    @Actor
    public void other(JJJJ_Result r) {
        r.r2 = addsOne() ? 1 : 0;
    }

    @Arbiter
    public void after(JJJJ_Result r) {
        r.r3 = cell[CellTable.words(0)];
        r.r4 = cell[CellTable.words(0) + 1];
    }
}
