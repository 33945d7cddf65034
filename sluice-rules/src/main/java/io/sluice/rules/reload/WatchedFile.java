package io.sluice.rules.reload;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a file says, read again when the file changes. Whoever asks gets the last good value at once; at most once a second asking has another
 * thread look at the file. So it owns no thread and needs no closing, and the first to ask after a long quiet may get the value of before.
 *
 * <p>A file that becomes bad, or goes away, is counted and logged once, and what it said before stays. Who writes such a file writes another
 * beside it and renames that, so that half of it is never seen.
 */
public final class WatchedFile<T> {
    private static final System.Logger LOG = System.getLogger(WatchedFile.class.getName());
    /** The common pool, or a thread for each where that has too few. */
    private static final Executor BACKGROUND = new CompletableFuture<>().defaultExecutor();

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Path file;
    private final Reloads kind;
    private final Reader<T> reader;
    private final AtomicLong nextLook;
    private volatile T value;
    /** Of the file when it was last read; guarded by this. */
    private FileStamp stamp;

    private WatchedFile(Path file, Reloads kind, Reader<T> reader) throws IOException {
        this.file = file;
        this.kind = kind;
        this.reader = reader;
        this.stamp = FileStamp.of(file);
        this.value = reader.read(file);
        this.nextLook = new AtomicLong(System.nanoTime() + PAUSE_NANOS);
    }

    /** Reads a whole file; throws an {@link IOException} with what is wrong in it. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(Path file) throws IOException;
    }

    /** Reads the file for the first time. */
    public static <T> WatchedFile<T> read(Path file, Reloads kind, Reader<T> reader) throws IOException {
        return new WatchedFile<>(file, kind, reader);
    }

    /** What the file said when it was last good. */
    public T get() {
        long now = System.nanoTime();
        long due = nextLook.get();
        if (now - due >= 0 && nextLook.compareAndSet(due, now + PAUSE_NANOS)) {
            BACKGROUND.execute(this::look);
        }
        return value;
    }

    /** Looks at the file now, and reads it if it has changed since the last look. */
    public synchronized void look() {
        FileStamp seen = FileStamp.of(file);
        if (seen.equals(stamp)) {
            return;
        }
        stamp = seen;
        try {
            value = reader.read(file);
            kind.countTaken();
            LOG.log(Level.INFO, "{0} has changed and is in force", file);
        } catch (IOException | RuntimeException e) {
            kind.countBad();
            LOG.log(
                    Level.WARNING,
                    "{0} has changed and is wrong; what it said before stays in force: {1}",
                    file,
                    String.valueOf(e.getMessage()).replace("\n", " | "));
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
