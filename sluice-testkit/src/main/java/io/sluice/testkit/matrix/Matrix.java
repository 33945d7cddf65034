package io.sluice.testkit.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A table with a row for each {@link Cell} and a column for each place where counters live. It says yes where the check of the
 * cell was run there and passed; {@link #assertNoneMissing} fails while anything else is left.
 */
public final class Matrix {
    private final Map<String, Set<Cell>> held = new LinkedHashMap<>();

    public Matrix(String... columns) {
        for (String column : columns) {
            held.put(column, ConcurrentHashMap.newKeySet());
        }
    }

    /** Checks a cell on a {@link io.sluice.core.RateLimiter}, which counts in this process. */
    public void checkInMemory(String column, Cell cell) throws InterruptedException {
        check(column, cell, new MemorySubject(cell));
    }

    /** Checks a cell on limiters of a store with fresh counters that goes by the clock it is made with. */
    public void check(String column, Cell cell, Function<ManualClock, Store> newStore) throws InterruptedException {
        check(column, cell, new StoreSubject(cell, newStore));
    }

    private void check(String column, Cell cell, Subject subject) throws InterruptedException {
        try (subject) {
            Cells.of(cell.verb()).run(subject);
        }
        held(column).add(cell);
    }

    private Set<Cell> held(String column) {
        Set<Cell> cells = held.get(column);
        if (cells == null) {
            throw new IllegalArgumentException("no column " + column + ", only " + held.keySet());
        }
        return cells;
    }

    /** Each missing cell and its column. */
    public List<String> missing() {
        return held.entrySet().stream()
                .flatMap(column -> Cell.all().stream()
                        .filter(cell -> !column.getValue().contains(cell))
                        .map(cell -> cell + " | " + column.getKey()))
                .toList();
    }

    public void assertNoneMissing() {
        assertThat(missing()).as("cells that were not seen to hold").isEmpty();
    }

    /** As Markdown. */
    public String table() {
        String header = "| algorithm | verb | for | " + String.join(" | ", held.keySet()) + " |\n";
        String rule = "|---|---|---|" + "---|".repeat(held.size()) + "\n";
        return header + rule + Cell.all().stream().map(this::row).collect(Collectors.joining());
    }

    private String row(Cell cell) {
        return held.values().stream()
                .map(cells -> cells.contains(cell) ? "yes" : "no")
                .collect(Collectors.joining(" | ", "| " + cell + " | ", " |\n"));
    }

    public void write(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, table());
    }
}
