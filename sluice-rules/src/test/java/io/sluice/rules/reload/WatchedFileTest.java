package io.sluice.rules.reload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedFileTest {
    @TempDir
    Path folder;

    private final AtomicInteger reads = new AtomicInteger();

    private String read(Path file) throws IOException {
        reads.incrementAndGet();
        String text = Files.readString(file);
        if (text.startsWith("bad")) {
            throw new IOException("bad");
        }
        return text;
    }

    private WatchedFile<String> watched(String text) throws IOException {
        return WatchedFile.read(Files.writeString(folder.resolve("file"), text), Reloads.LISTS, this::read);
    }

    @Test
    void whatDoesNotChangeIsReadOnce() throws IOException {
        WatchedFile<String> watched = watched("one");
        watched.look();
        watched.look();
        assertThat(watched.get()).isEqualTo("one");
        assertThat(reads).hasValue(1);
    }

    @Test
    void aFilePutInItsPlaceIsSeenThoughAsLargeAndAsOld() throws IOException {
        WatchedFile<String> watched = watched("one");
        Path file = folder.resolve("file");
        FileTime modified = Files.getLastModifiedTime(file);
        Path other = Files.writeString(folder.resolve("other"), "two");
        Files.setLastModifiedTime(other, modified);
        Files.move(other, file, StandardCopyOption.ATOMIC_MOVE);
        watched.look();
        assertThat(watched.get()).isEqualTo("two");
    }

    @Test
    void aBadChangeIsCountedOnce() throws IOException {
        WatchedFile<String> watched = watched("one");
        long bad = Reloads.LISTS.bad();
        Files.writeString(folder.resolve("file"), "bad one");
        watched.look();
        watched.look();
        assertThat(watched.get()).isEqualTo("one");
        assertThat(reads).hasValue(2);
        assertThat(Reloads.LISTS.bad()).isEqualTo(bad + 1);
    }

    @Test
    void askingIsEnoughToSeeAChange() throws IOException {
        WatchedFile<String> watched = watched("one");
        Files.writeString(folder.resolve("file"), "another");
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!watched.get().equals("another")) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
