package io.sluice.http.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.http.Draws;
import io.sluice.http.HttpRules;
import io.sluice.http.TestRequest;
import io.sluice.http.Verdict;
import io.sluice.http.answer.Cors;
import io.sluice.rules.PathSettings;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.Ruling;
import io.sluice.rules.file.RuleFile;
import io.sluice.rules.match.PathPattern;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** However another server reads a target that passes, all rules count that are about its reading. */
class OtherServersPropertyTest {
    private static final List<String> PATTERNS =
            List.of("/admin/**", "/items/{id}", "/items/*/x", "/*.pdf", "/admin", "/a/*/admin", "/**/x", "/");
    private static final String[] PIECES = {
        "/", "/", "/", "/", "admin", "admin", "items", "x", "1", "a", ".pdf", ".", "..", ";", ";", "//", "/../", "/./",
        "%2e", "%2f", "%5c", "%3b", "%3F", "%23", "%25", "2e", "2f", "%61", "\\", "\t", "\n", " ", "#", "?", "@", ":",
        "http:", "http://", "*", "ADMIN", "\u00e9", "%c3%a9"
    };

    private int taken;

    @Test
    void noRuleIsMissedThatIsAboutTheReadingOfAnotherServer() {
        try (RuleEngine engine = new RuleEngine(rules(), Store.memory(new ManualClock()))) {
            HttpRules rules = new HttpRules(engine, new ManualClock(), Cors.NONE);
            Draws.tryAll(200_000, random -> {
                String target = (random.nextInt(20) == 0 ? "" : "/") + Draws.text(random, 8, PIECES);
                Ruling ruling = ruling(rules, target);
                if (ruling != null) {
                    taken++;
                    check(target, counting(ruling));
                }
            });
        }
        assertThat(taken).as("targets that were taken").isGreaterThan(20_000);
    }

    private static void check(String target, Set<String> counting) {
        List<TargetReading> readings = new ArrayList<>();
        readings.add(TargetReading.python(target));
        readings.add(TargetReading.whatwg(target));
        Optional<TargetReading> java = TargetReading.java(target);
        java.ifPresent(readings::add);
        TargetReading.javaNormalized(target).ifPresent(readings::add);
        for (TargetReading reading : readings) {
            assertThat(reading.host()).as("the host of %s", target).isEmpty();
            assertThat(counting).as("%s read as %s", target, reading).containsAll(about(reading.path()));
            assertThat(counting)
                    .as("%s read as %s, decoded", target, reading)
                    .containsAll(about(decoded(reading.path())));
        }
    }

    private static Set<String> about(String path) {
        return PATTERNS.stream()
                .filter(pattern -> PathPattern.parse(pattern).covers(path, PathSettings.DEFAULT))
                .collect(Collectors.toSet());
    }

    private static String decoded(String path) {
        return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static Ruling ruling(HttpRules rules, String target) {
        Verdict verdict =
                rules.decide(TestRequest.get(target)).toCompletableFuture().join();
        return verdict.ruling();
    }

    private static Set<String> counting(Ruling ruling) {
        return ruling.counted().stream()
                .map(counted -> String.valueOf(counted.rule().match().path()))
                .collect(Collectors.toSet());
    }

    private static RuleSet rules() {
        StringBuilder text = new StringBuilder("version: 1\nrules:\n");
        for (int i = 0; i < PATTERNS.size(); i++) {
            text.append("  r%d: { match: \"%s\", limit: 1000000/s burst 2000000000 }\n".formatted(i, PATTERNS.get(i)));
        }
        RuleFile file = RuleFile.parse(text.toString(), Path.of("rules.yaml"));
        return Objects.requireNonNull(file.rules(), file.problems().toString());
    }
}
