package io.sluice.redis.script;

import io.sluice.core.algorithm.Algorithm;

/** A limit's state as memory would have it, and what memory's algorithm makes of it. */
final class CellReading implements Reading {
    private final Algorithm algorithm;
    private final long now;
    private final long[] cell;

    CellReading(Algorithm algorithm, long now, long... cell) {
        this.algorithm = algorithm;
        this.now = now;
        this.cell = cell;
    }

    @Override
    public long waitFor(long permits) {
        return algorithm.wait(cell, 0, now, permits);
    }

    @Override
    public long promise(long permits) {
        return algorithm.promise(cell, 0, now, permits);
    }

    @Override
    public long delay() {
        return algorithm.delay(cell, 0, now);
    }

    @Override
    public long remaining() {
        return algorithm.remaining(cell, 0, now);
    }

    @Override
    public long resetAfter() {
        return algorithm.resetAfter(cell, 0, now);
    }

    @Override
    public Reading later(long nanos) {
        return new CellReading(algorithm, now + nanos, cell);
    }

    @Override
    public boolean knowsLater() {
        return true;
    }

    @Override
    public double share(long capacity) {
        return algorithm.shareLeft(cell, 0, now);
    }
}
