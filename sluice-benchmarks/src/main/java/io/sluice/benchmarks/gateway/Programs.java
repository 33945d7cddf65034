package io.sluice.benchmarks.gateway;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds what is measured beside Sluice, and what measures. */
final class Programs {
    /** Where systems put servers, which is not always where users look. */
    private static final List<String> ELSEWHERE = List.of("/usr/sbin", "/usr/local/sbin");

    private Programs() {}

    /** Says what to install if one of these is missing. */
    static void need(String... names) {
        List<String> missing = new ArrayList<>();
        for (String name : names) {
            if (find(name).isEmpty()) {
                missing.add(name);
            }
        }
        if (!missing.isEmpty()) {
            throw new MissingException("not found: " + String.join(", ", missing)
                    + "; install with apt-get install nginx-light haproxy wrk redis-tools, or leave out with --only");
        }
    }

    static String path(String name) {
        return find(name)
                .orElseThrow(() -> new MissingException("not found: " + name))
                .toString();
    }

    static Optional<Path> find(String name) {
        List<String> folders = new ArrayList<>(List.of(System.getenv("PATH").split(File.pathSeparator, -1)));
        folders.addAll(ELSEWHERE);
        return folders.stream()
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** A program is not installed. */
    static final class MissingException extends IllegalStateException {
        private static final long serialVersionUID = 1;

        MissingException(String message) {
            super(message);
        }
    }
}
