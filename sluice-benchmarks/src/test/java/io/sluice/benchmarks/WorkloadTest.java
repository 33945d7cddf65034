package io.sluice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkloadTest {
    private static Workload workload(int keys) {
        Workload workload = new Workload();
        workload.keys = keys;
        workload.makeKeys();
        return workload;
    }

    @Test
    void everyKeyIsAskedAboutOnceAPass() {
        assertThat(workload(5_000).requests()).containsExactlyInAnyOrder(Workload.names(5_000));
    }

    @Test
    void keysHaveSixteenCharactersAndAreDistinct() {
        String[] names = Workload.names(10_000);
        assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.length() == 16);
    }

    @Test
    void theOrderIsTheSameInEveryProcess() {
        assertThat(workload(1_000).requests()).containsExactly(workload(1_000).requests());
    }

    @Test
    void aRequestBringsItsOwnString() {
        Workload workload = workload(100);
        Set<String> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        workload.introduce(key -> kept.add(key) || kept.contains(key));
        assertThat(kept).hasSize(100);
        assertThat(workload.requests()).noneMatch(kept::contains);
    }

    @Test
    void threadsBeginAtDifferentPlaces() {
        Workload workload = workload(100);
        Caller second = new Caller();
        second.begin(workload, 1, 2);
        assertThat(second.nextIndex()).isEqualTo(50);
    }

    @Test
    void aThreadGoesRoundAndRound() {
        Caller caller = new Caller();
        caller.begin(workload(3), 0, 1);
        assertThat(IntStream.range(0, 5).map(i -> caller.nextIndex())).containsExactly(0, 1, 2, 0, 1);
    }
}
