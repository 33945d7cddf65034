package io.sluice.benchmarks.soak;

/**
 * What a process holds on to.
 *
 * @param heap bytes that the collector leaves
 */
record Held(long heap, long descriptors) {
    /** Caches that fill and classes that load late are no leak; what grows with requests is far beyond this after minutes. */
    private static final long MORE_HEAP = 24 << 20;

    private static final long MORE_DESCRIPTORS = 60;

    boolean isMuchMoreThan(Held before) {
        return heap > before.heap + before.heap / 4 + MORE_HEAP || descriptors > before.descriptors + MORE_DESCRIPTORS;
    }

    @Override
    public String toString() {
        return String.format("%.1f MB of heap, %d descriptors", heap / 1e6, descriptors);
    }
}
