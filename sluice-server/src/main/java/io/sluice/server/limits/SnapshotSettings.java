package io.sluice.server.limits;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Where counters in memory are saved, and how often. */
public record SnapshotSettings(Path file, Duration every) {
    /**
     * Settings for a file that can be written.
     *
     * @throws IllegalArgumentException if there is no folder for the file
     */
    public static SnapshotSettings of(Path file, Duration every) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
            throw new IllegalArgumentException(
                    file + (Files.isDirectory(file) ? " is a folder" : " is in a folder that does not exist")
                            + "; name a file in a folder that is there");
        }
        return new SnapshotSettings(file, every);
    }
}
