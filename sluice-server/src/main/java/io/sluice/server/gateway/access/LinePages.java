package io.sluice.server.gateway.access;

import java.nio.ByteBuffer;

/**
 * Lines on their way from many threads to one. Two pages: one is written on while the other is being put away; when the page is full, lines are dropped and counted. The
 * lock is held for as long as it takes to copy one line, so nobody waits for a disk, and nothing is allocated.
 */
final class LinePages {
    private ByteBuffer writing;
    private ByteBuffer resting;
    private int lines;
    private long dropped;
    private boolean closed;

    LinePages(int size) {
        this.writing = ByteBuffer.allocateDirect(size);
        this.resting = ByteBuffer.allocateDirect(size);
    }

    /** What is to be put away. */
    record Page(ByteBuffer bytes, int lines) {}

    synchronized void add(byte[] line, int length) {
        if (closed || writing.remaining() < length) {
            dropped++;
            return;
        }
        writing.put(line, 0, length);
        if (lines++ == 0) {
            notifyAll();
        }
    }

    /** Lines that could not be kept after all. */
    synchronized void lose(int count) {
        dropped += count;
    }

    synchronized long dropped() {
        return dropped;
    }

    /** Waits for lines, but not longer than that; there may be none then. Good until the next call, by one thread. */
    @SuppressWarnings("WaitNotInLoop") // who wakes early finds no lines, and comes again
    synchronized Page next(long millis) throws InterruptedException {
        if (lines == 0 && !closed) {
            wait(millis);
        }
        Page page = new Page(writing.flip(), lines);
        ByteBuffer full = writing;
        writing = resting.clear();
        resting = full;
        lines = 0;
        return page;
    }

    /** From now on lines are dropped. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized boolean isDone() {
        return closed && lines == 0;
    }
}
