package io.sluice.core.algorithm;

/** Cuts local time, in nanoseconds, into numbered windows. */
sealed interface Cut permits Cut.Even, CalendarCut {
    /** Of a window; of windows that differ, of the longest. */
    long periodNanos();

    /** The number of the window that holds this time. */
    long window(long local);

    /** When the window begins. */
    long start(long window);

    /** Windows of one length. */
    record Even(long periodNanos) implements Cut {
        @Override
        public long window(long local) {
            return Math.floorDiv(local, periodNanos);
        }

        @Override
        public long start(long window) {
            return window * periodNanos;
        }
    }
}
