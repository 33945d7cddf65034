package io.sluice.rules.reload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * What changes when a file does. Links are followed, so that one that points elsewhere has changed too.
 *
 * @param key tells a file from another that was put in its place; null where the file system has no such thing
 */
record FileStamp(FileTime modified, long size, @Nullable Object key) {
    /** Of a file that is not there. */
    static final FileStamp MISSING = new FileStamp(FileTime.fromMillis(0), -1, null);

    /** No file system's clock is coarser. */
    private static final long FRESH_MILLIS = 3_000;

    static FileStamp of(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new FileStamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
        } catch (IOException e) {
            return MISSING;
        }
    }

    /** Whether it was written so lately that another change might not show. */
    boolean isFresh() {
        return Math.abs(System.currentTimeMillis() - modified.toMillis()) < FRESH_MILLIS;
    }
}
