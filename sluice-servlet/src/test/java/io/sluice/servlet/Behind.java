package io.sluice.servlet;

import io.sluice.rules.RuleSet;
import io.sluice.testkit.http.RawAnswer;
import io.sluice.testkit.http.RawHttp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What clients see behind a rule file, each time behind a new door. Their visits are texts: {@code "/a"}, {@code "POST /a | X-User: ann"} with headers, {@code
 * "127.0.0.2 /a"} from another address; {@code "+30s"} moves the clock.
 */
record Behind(RuleSet rules, JettyDoor.Application application) {
    static Behind rules(String text) {
        return new Behind(Rules.parse("version: 1\n" + text), JettyDoor::serve);
    }

    /** Files that the rules name are in this folder. */
    static Behind rules(String text, Path folder) {
        return new Behind(Rules.parse("version: 1\n" + text, folder.resolve("rules.yaml")), JettyDoor::serve);
    }

    /** The one rule of a file. */
    static Behind rule(String keys) {
        return rules("rules: { one: { " + keys + " } }\n");
    }

    /** The one rule of a file whose files are in this folder. */
    static Behind rule(String keys, Path folder) {
        return rules("rules: { one: { " + keys + " } }\n", folder);
    }

    Behind serving(JettyDoor.Application other) {
        return new Behind(rules, other);
    }

    List<RawAnswer> answers(String... visits) throws Exception {
        try (FilterScene scene = FilterScene.of(rules, application)) {
            List<RawAnswer> answers = new ArrayList<>();
            for (String visit : visits) {
                if (visit.startsWith("+")) {
                    scene.clock.advance(Duration.parse("PT" + visit.substring(1)));
                } else {
                    answers.add(send(visit, scene.client));
                }
            }
            return answers;
        }
    }

    private static RawAnswer send(String visit, RawHttp client) {
        String[] parts = visit.split(" \\| ", -1);
        List<String> words = new ArrayList<>(Arrays.asList(parts[0].split(" ", -1)));
        String target = words.remove(words.size() - 1);
        String from = words.isEmpty() || !words.get(0).contains(".") ? "127.0.0.1" : words.remove(0);
        String method = words.isEmpty() ? "GET" : words.get(0);
        return client.from(from).request(method, target, Arrays.copyOfRange(parts, 1, parts.length));
    }

    List<Integer> statuses(String... visits) throws Exception {
        return answers(visits).stream().map(RawAnswer::status).toList();
    }

    /** The only value in each answer; {@code -} where there is none. */
    List<String> headers(String name, String... visits) throws Exception {
        return answers(visits).stream()
                .map(answer -> String.join(" and ", answer.headers(name)))
                .map(value -> value.isEmpty() ? "-" : value)
                .toList();
    }

    /** What is left after each visit. */
    List<String> remaining(String... visits) throws Exception {
        return headers("X-RateLimit-Remaining", visits);
    }

    RawAnswer last(String... visits) throws Exception {
        List<RawAnswer> all = answers(visits);
        return all.get(all.size() - 1);
    }
}
