package io.sluice.core.table;

/** Is shown each key's tag and cell. */
@FunctionalInterface
public interface CellVisitor {
    void visit(long tag, long[] cell);
}
