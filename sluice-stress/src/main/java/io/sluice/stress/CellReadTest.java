package io.sluice.stress;

import io.sluice.core.table.CellTable;
import io.sluice.core.table.Sequence;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A cell of several words is written under its sequence number: who reads it sees all of a write or nothing. */
@JCStressTest
@Outcome(
        id = {"0, 0", "1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "before or after")
@Outcome(id = "-1, -1", expect = Expect.ACCEPTABLE, desc = "meanwhile: to be read again")
@Outcome(expect = Expect.FORBIDDEN, desc = "half of a write")
@State
public class CellReadTest {
    private final long[] cell = new long[CellTable.words(0) + 2];

    @Actor
    public void writes() {
        int o = CellTable.words(0);
        if (Sequence.begin(cell, 0, 0)) {
            cell[o] = 1;
            cell[o + 1] = 1;
            Sequence.end(cell, 0, 0);
        }
    }

    @Actor
    public void reads(JJ_Result r) {
        int o = CellTable.words(0);
        long sequence = Sequence.of(cell, 0);
        long first = cell[o];
        long second = cell[o + 1];
        boolean whole = Sequence.unchanged(cell, 0, sequence);
        r.r1 = whole ? first : -1;
        r.r2 = whole ? second : -1;
    }
}
