package io.sluice.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that is gone after use, at the latest when the virtual machine ends. */
record TemporaryFolder(Path path) implements AutoCloseable {
    static TemporaryFolder create() {
        try {
            TemporaryFolder folder = new TemporaryFolder(Files.createTempDirectory("sluice-testkit"));
            AtExit.close(folder);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a temporary folder", e);
        }
    }

    @Override
    public void close() {
        AtExit.forget(this);
        try (Stream<Path> tree = Files.walk(path)) {
            List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + path, e);
        }
    }
}
