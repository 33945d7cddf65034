package io.sluice.rules.reload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What stands in small files, as far as it takes to see that it has changed: their stamps, and digests for when stamps do not tell. They do not if a file
 * was only touched, nor if it was written twice within the grain of the file system's clock.
 */
record Contents(Map<Path, Content> files) {
    /** What is larger is not read, and goes by its stamp. */
    private static final long LARGEST = 16 << 20;

    /** Of one file; {@code digest} is "" for one that cannot be read. */
    private record Content(FileStamp stamp, String digest) {
        static Content of(Path file) {
            FileStamp stamp = FileStamp.of(file);
            return new Content(stamp, stamp.size() <= LARGEST ? sha256(file) : stamp.toString());
        }

        Content now(Path file) {
            FileStamp seen = FileStamp.of(file);
            return seen.equals(stamp) && !seen.isFresh() ? this : of(file);
        }
    }

    static Contents of(Collection<Path> files) {
        return of(files, Content::of);
    }

    private static Contents of(Collection<Path> files, Function<Path, Content> content) {
        return new Contents(Set.copyOf(files).stream().collect(Collectors.toUnmodifiableMap(file -> file, content)));
    }

    /** The same files as they are now. */
    Contents now() {
        return of(
                files.keySet(), file -> Objects.requireNonNull(files.get(file)).now(file));
    }

    /** Of other files: those that are among these as they were, the others as they are. */
    Contents with(Collection<Path> others) {
        return of(others, file -> Objects.requireNonNullElseGet(files.get(file), () -> Content.of(file)));
    }

    boolean saysTheSameAs(Contents other) {
        return digests().equals(other.digests());
    }

    private Map<Path, String> digests() {
        return files.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().digest));
    }

    private static String sha256(Path file) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (IOException e) {
            return "";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
