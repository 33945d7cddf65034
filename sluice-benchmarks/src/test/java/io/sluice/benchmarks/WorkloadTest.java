package io.sluice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkloadTest {
    private static Workload workload(int keys) {
        Workload workload = new Workload();
        workload.keys = keys;
        workload.draws = 20 * keys;
        workload.makeKeys();
        return workload;
    }

    @Test
    void everyKeyIsAsLikelyAsAnyOther() {
        Map<String, Long> asked = Arrays.stream(workload(100).requests())
                .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
        assertThat(asked).containsOnlyKeys(Workload.names(100, Spelling.SHORT));
        assertThat(asked.values()).allMatch(times -> times > 5 && times < 40);
    }

    @Test
    void keysHaveSixteenCharactersAndAreDistinct() {
        String[] names = Workload.names(10_000, Spelling.SHORT);
        assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.length() == 16);
    }

    @Test
    void hostileNamesDifferInEverythingButTheirHashCode() {
        assertThat(Workload.names(65_536, Spelling.COLLIDING))
                .doesNotHaveDuplicates()
                .allMatch(name -> name.length() == 32)
                .extracting(String::hashCode)
                .containsOnly("Aa".repeat(16).hashCode());
        assertThat(Workload.names(65_536, Spelling.LONG))
                .doesNotHaveDuplicates()
                .allMatch(name -> name.length() == 32);
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
        assertThat(second.nextIndex()).isEqualTo(1_000);
    }

    @Test
    void aThreadGoesRoundAndRound() {
        Caller caller = new Caller();
        caller.begin(workload(1), 0, 1);
        assertThat(IntStream.range(0, 22).map(i -> caller.nextIndex()).skip(19)).containsExactly(19, 0, 1);
    }

    /** Of 100,000 keys of which 20 may be forgotten on average, 24 were in one table of 400. */
    @Test
    void toleratesWhatChanceAdds() {
        Workload few = workload(1_000);
        few.tolerate(0.0002);
        Workload many = workload(100_000);
        many.tolerate(0.0002);
        assertThat(many.tolerated() * 100_000).isBetween(24.0, 50.0);
        assertThat(few.tolerated()).isGreaterThan(many.tolerated()).isLessThan(0.005);
    }

    @Test
    void toleratesNothingUnlessItIsTold() {
        assertThat(workload(1_000).tolerated()).isZero();
    }
}
