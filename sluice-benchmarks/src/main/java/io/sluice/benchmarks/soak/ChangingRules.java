package io.sluice.benchmarks.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A rule file that somebody keeps editing, now and then with a mistake. */
final class ChangingRules {
    private static final int MISTAKE_EVERY = 4;

    private final Path file;
    private final String redis;
    private int versions;

    ChangingRules(Path file, String redis) {
        this.file = file;
        this.redis = redis;
    }

    Path file() {
        return file;
    }

    int versions() {
        return versions;
    }

    /** Writes another version; every fourth cannot be used. In one step, as deployments do. */
    void change() throws IOException {
        versions++;
        String text = versions % MISTAKE_EVERY == 0 ? rules("a lot") : rules(20 + versions % 3 * 10 + "/s");
        Path next = Files.writeString(file.resolveSibling("next.yaml"), text);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private String rules(String few) {
        return """
                version: 1
                store: { url: "%s", on-failure: local }
                rules:
                  many:  { match: /many/**, per: ip, limit: 1000000/s }
                  few:   { match: /few/**, per: ip, limit: %s }
                  queue: { match: /queue/**, per: ip, limit: 100/s leaky-queue 20, when-limited: delay }
                """.formatted(redis, few);
    }
}
