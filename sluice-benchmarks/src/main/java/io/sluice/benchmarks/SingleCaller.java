package io.sluice.benchmarks;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One thread that asks the one counter there is, which always has permits left. */
@State(Scope.Thread)
public class SingleCaller extends Tally {
    @TearDown
    public void check() {
        check(true, 0);
    }
}
