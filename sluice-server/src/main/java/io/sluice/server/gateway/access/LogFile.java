package io.sluice.server.gateway.access;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** A file that somebody may rename at any time: then it is opened anew. For one thread. */
final class LogFile implements AutoCloseable {
    private final @Nullable Path path;
    private @Nullable WritableByteChannel out;
    private @Nullable Object opened;

    private LogFile(@Nullable Path path) {
        this.path = path;
    }

    static LogFile stdout() {
        return new LogFile(null);
    }

    static LogFile at(Path path) {
        return new LogFile(path);
    }

    void write(ByteBuffer bytes) throws IOException {
        WritableByteChannel to = open();
        while (bytes.hasRemaining()) {
            to.write(bytes);
        }
    }

    WritableByteChannel open() throws IOException {
        WritableByteChannel already = out;
        if (already != null) {
            return already;
        }
        WritableByteChannel fresh = path == null
                ? new FileOutputStream(FileDescriptor.out).getChannel()
                : FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        opened = path == null ? null : identity(path);
        out = fresh;
        return fresh;
    }

    /** Looks whether another file, or none, has the name now. */
    void followName() throws IOException {
        if (path != null && out != null && !isStillThere(path)) {
            close();
        }
    }

    private boolean isStillThere(Path path) throws IOException {
        try {
            Object now = identity(path);
            return now == null || now.equals(opened);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Null where the file system does not tell. */
    private static @Nullable Object identity(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    @Override
    public void close() throws IOException {
        WritableByteChannel open = out;
        out = null;
        if (open != null && path != null) {
            open.close();
        }
    }
}
