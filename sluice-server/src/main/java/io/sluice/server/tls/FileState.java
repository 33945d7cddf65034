package io.sluice.server.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What changes when a file does. Links are followed, so that one that points elsewhere has changed too.
 *
 * @param key tells a file from another that was put in its place; null where the file system has no such thing
 */
record FileState(FileTime modified, long size, @Nullable Object key) {
    private static final FileState MISSING = new FileState(FileTime.fromMillis(0), -1, null);

    static List<FileState> of(List<Path> files) {
        return files.stream().map(FileState::of).toList();
    }

    private static FileState of(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new FileState(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
        } catch (IOException e) {
            return MISSING;
        }
    }
}
