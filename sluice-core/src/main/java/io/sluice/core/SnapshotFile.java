package io.sluice.core;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file that begins with what it is and ends with a checksum. Written beside, brought to the disk and then moved into place, so that there is always a whole one, and
 * readable for its owner only.
 */
final class SnapshotFile {
    private static final System.Logger LOG = System.getLogger(SnapshotFile.class.getName());
    private static final int BUFFER = 1 << 16;

    /** What is written between the beginning and the checksum. */
    @FunctionalInterface
    interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    /** How that is read; {@code mostWords} is more than the file can hold. */
    @FunctionalInterface
    interface Reading<T> {
        T from(DataInputStream in, long mostWords) throws IOException;
    }

    private SnapshotFile() {}

    static void write(Path file, long magic, Writing writing) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(unfinished);
        CRC32 sum = new CRC32();
        try (FileChannel channel = FileChannel.open(
                        unfinished,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        forOwner(unfinished));
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(
                        new CheckedOutputStream(Channels.newOutputStream(channel), sum), BUFFER))) {
            out.writeLong(magic);
            writing.to(out);
            out.flush();
            out.writeLong(sum.getValue());
            out.flush();
            channel.force(true);
        } catch (UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
        Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static FileAttribute<?>[] forOwner(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /** Null if there is no file, and, with a warning, if it cannot be used: forgetting is better than not starting. */
    static <T> @Nullable T readIfThere(Path file, long magic, Reading<T> reading) {
        try {
            return read(file, magic, reading);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "starting without the counters in " + file + ": " + reason(e));
            return null;
        }
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? "it is damaged (" + e.getClass().getSimpleName() + ")" : e.getMessage();
    }

    static <T> T read(Path file, long magic, Reading<T> reading) throws IOException {
        CRC32 sum = new CRC32();
        try (DataInputStream in = new DataInputStream(
                new CheckedInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER), sum))) {
            if (in.readLong() != magic) {
                throw new IOException("not a snapshot of counters, or of another version");
            }
            T read = reading.from(in, Files.size(file) / Long.BYTES);
            long expected = sum.getValue();
            if (in.readLong() != expected) {
                throw new IOException("the checksum is wrong: the file is damaged");
            }
            return read;
        }
    }
}
