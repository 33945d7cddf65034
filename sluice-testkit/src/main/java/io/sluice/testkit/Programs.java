package io.sluice.testkit;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Programs of this machine that tests drive. Where one is missing its tests are left out, loudly; with {@code CI=true} in the environment they fail, since a build for everybody must have
 * tried everything.
 */
public final class Programs {
    private Programs() {}

    /**
     * Where it is.
     *
     * @param install how to get it, such as {@code apt-get install nginx-light}
     */
    public static Path find(String name, String install) {
        String path = System.getenv("PATH") + File.pathSeparator + "/usr/sbin" + File.pathSeparator + "/usr/local/sbin";
        for (String folder : path.split(File.pathSeparator, -1)) {
            Path file = Path.of(folder, name);
            if (Files.isExecutable(file)) {
                return file;
            }
        }
        missing(name, install);
        throw new IllegalStateException("tests with " + name + " go no further");
    }

    /** Never returns: for what is there in another form than a program. */
    public static void missing(String name, String install) {
        String what = name + " is not installed, so tests with it do not run; to run them: " + install;
        if ("true".equals(System.getenv("CI"))) {
            fail(what);
        }
        System.err.println("NOT TESTED: " + what);
        abort(what);
    }
}
