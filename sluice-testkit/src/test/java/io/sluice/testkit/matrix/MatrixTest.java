package io.sluice.testkit.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs every cell in memory, and writes down which hold. */
class MatrixTest {
    private static final Matrix MATRIX = new Matrix("memory", "memory store");

    static List<Cell> cells() {
        return Cell.all();
    }

    @ParameterizedTest
    @MethodSource("cells")
    void holdsInMemory(Cell cell) throws InterruptedException {
        MATRIX.checkInMemory("memory", cell);
    }

    @ParameterizedTest
    @MethodSource("cells")
    void holdsForAStoreInMemory(Cell cell) throws InterruptedException {
        MATRIX.check("memory store", cell, Store::memory);
    }

    @AfterAll
    static void writeTable() throws IOException {
        MATRIX.write(Path.of("target", "matrix.md"));
        MATRIX.assertNoneMissing();
    }

    @Test
    void aCellThatWasNotCheckedIsMissing() throws InterruptedException {
        Matrix matrix = new Matrix("here", "there");
        List<Cell> all = Cell.all();
        for (Cell cell : all) {
            matrix.checkInMemory("here", cell);
        }
        for (Cell cell : all.subList(1, all.size())) {
            matrix.check("there", cell, Store::memory);
        }
        String row = "token bucket | try acquire | one limit | ";
        assertThat(matrix.missing()).containsExactly(row + "there");
        assertThat(matrix.table())
                .startsWith("| algorithm | verb | for | here | there |\n")
                .contains(row + "yes | no |\n");
        assertThatThrownBy(matrix::assertNoneMissing)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(row + "there");
    }

    @Test
    void aCellWhoseCheckFailsIsMissing() {
        Matrix matrix = new Matrix("broken");
        for (Cell cell : Cell.all()) {
            if (cell.verb() != Verb.CLOSE) {
                assertThatThrownBy(() -> matrix.check("broken", cell, MatrixTest::closed))
                        .isNotNull();
            }
        }
        assertThat(matrix.missing()).hasSameSizeAs(Cell.all());
    }

    private static Store closed(ManualClock clock) {
        Store store = Store.memory(clock);
        store.close();
        return store;
    }

    @Test
    void aColumnThatIsNotThereIsToldSo() {
        assertThatThrownBy(() ->
                        new Matrix("here").checkInMemory("there", Cell.all().get(0)))
                .hasMessageContaining("no column there, only [here]");
    }
}
