package io.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.http.answer.Answer;
import io.sluice.http.answer.Cors;
import io.sluice.http.field.Field;
import io.sluice.http.field.FieldSink;
import io.sluice.http.field.Preset;
import io.sluice.rules.Attribute;
import io.sluice.rules.Cost;
import io.sluice.rules.ListEntry;
import io.sluice.rules.PathSettings;
import io.sluice.rules.Per;
import io.sluice.rules.Rule;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.Source;
import io.sluice.rules.StoreSettings;
import io.sluice.rules.WhenLimited;
import io.sluice.rules.match.Match;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whatever the rules and the requests, what goes out as bytes is what the lists and answers say. */
class VerdictBytesPropertyTest {
    private static final String[] LIMITS = {
        "1/s",
        "2/s",
        "3/min",
        "5/15m sliding-log",
        "4/min sliding-window",
        "3/h fixed-window",
        "2/s burst 5",
        "6/h sub-windows 6",
        "2/s leaky-bucket 3",
        "2/s leaky-queue 3",
        "1/250ms burst 4",
        "0.5/s",
        "7/day fixed-window anchored"
    };
    private static final String[] NAMES = {"api", "search", "login", "q\"uote", "back\\slash", "m\u00fcller"};
    private static final byte[][] FURTHER = {new byte[0], bytes("Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n")};

    @Test
    void linesAreTheFields() {
        Draws.tryAll(150, random -> new Run(random).askOften());
    }

    /** One rule set, and the requests that come. */
    private static final class Run {
        private final Random random;
        private final ManualClock clock = new ManualClock();
        private final RuleEngine engine;
        private final HttpRules http;

        Run(Random random) {
            this.random = random;
            this.engine = new RuleEngine(rules(), Store.memory(clock));
            this.http = new HttpRules(engine, clock, new Cors(Set.of("https://app.example")));
        }

        void askOften() {
            for (int i = 0; i < 60; i++) {
                if (random.nextInt(4) == 0) {
                    clock.advance(Duration.ofMillis(random.nextInt(3_000)));
                }
                if (random.nextInt(40) == 0) {
                    engine.replace(rules());
                }
                TestRequest request = request();
                http.decide(request, verdict -> check(request, verdict));
            }
        }

        private void check(TestRequest request, Verdict verdict) {
            assertThat(written(verdict)).isEqualTo(lines(verdict.fields()));
            assertThat(verdict.passes()).isEqualTo(verdict.answer() == null);
            boolean keepAlive = random.nextBoolean();
            byte[] further = FURTHER[random.nextInt(2)];
            byte[] sent = verdict.answerBytes(keepAlive, further);
            if (verdict.passes()) {
                assertThat(sent).isNull();
            } else {
                assertThat(text(sent)).isEqualTo(expected(request, verdict.answer(), keepAlive, further));
            }
        }

        private RuleSet rules() {
            List<Rule> rules = new ArrayList<>();
            List<String> names = new ArrayList<>(List.of(NAMES));
            Collections.shuffle(names, random);
            for (int i = random.nextInt(3); i >= 0; i--) {
                rules.add(rule(names.get(i)));
            }
            List<ListEntry> deny =
                    random.nextInt(5) == 0 ? List.of(new ListEntry.Network("203.0.113.3/32")) : List.of();
            return new RuleSet(
                    "test",
                    new StoreSettings(null, "strict", "local", Duration.ofMillis(20), null, "sluice", 1_000),
                    presets(),
                    TestRules.clients(
                            List.of(),
                            "none",
                            0,
                            Map.of("user", new Source.Header("X-User", Source.Trust.ANYBODY, Source.Fold.EXACT))),
                    PathSettings.DEFAULT,
                    null,
                    List.of(),
                    deny,
                    rules);
        }

        private List<String> presets() {
            List<Preset> chosen = new ArrayList<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                Preset next = one(Preset.values());
                if (!chosen.contains(next) && chosen.stream().noneMatch(next::conflictsWith)) {
                    chosen.add(next);
                }
            }
            return chosen.stream().map(Preset::text).toList();
        }

        private Rule rule(String name) {
            List<Limit> limits = new ArrayList<>();
            for (int i = random.nextInt(2); i >= 0; i--) {
                limits.add(Limit.parse(one(LIMITS)));
            }
            return new Rule(
                    name,
                    Match.EVERYTHING,
                    per(),
                    Map.of(Rule.EVERY_PLAN, limits),
                    Map.of(),
                    random.nextInt(4) == 0 ? new Cost.Fixed(2 + random.nextInt(8)) : Cost.ONE,
                    whenLimited(),
                    null,
                    Rule.Mode.ENFORCE,
                    random.nextInt(2),
                    null,
                    100,
                    random.nextBoolean() ? "https://docs.example" : null,
                    random.nextBoolean()
                            ? Map.of()
                            : Map.of("", "Wait {{retryAfterSeconds}}", "de", "Warten, {{remaining}}"));
        }

        private List<Per> per() {
            return switch (random.nextInt(3)) {
                case 0 -> List.of();
                case 1 -> List.of(new Per(List.of(Per.Choice.of(Attribute.IP)), Per.OrElse.IP));
                default -> List.of(new Per(List.of(Per.Choice.of(Attribute.USER)), Per.OrElse.IP));
            };
        }

        private WhenLimited whenLimited() {
            WhenLimited.Body body = new WhenLimited.Body(
                    Path.of("b"), "application/json", "{\"in\": {{retryAfterSeconds}}, \"of\": {{limit}}}");
            return switch (random.nextInt(8)) {
                case 0 -> new WhenLimited.Decoy(body);
                case 1 -> new WhenLimited.Status(503, body);
                case 2 -> new WhenLimited.Status(403, null);
                case 3 -> new WhenLimited.Reduced(2);
                case 4 -> new WhenLimited.Delay(Duration.ofSeconds(2));
                default -> new WhenLimited.Refuse();
            };
        }

        private TestRequest request() {
            TestRequest request = TestRequest.of(one("GET", "GET", "GET", "HEAD", "POST"), one("/", "/a", "/a%2Fb"))
                    .from("203.0.113." + random.nextInt(4));
            return with(request, "Accept", "text/html", "application/json", "*/*", "text/plain;q=0.5")
                    .with("X-User", one("ann", "ben"))
                    .with("Accept-Language", one("de", "en", "fr, de;q=0.1"));
        }

        private TestRequest with(TestRequest request, String name, String... accepted) {
            if (random.nextBoolean()) {
                request.with(name, one(accepted));
            }
            if (random.nextInt(6) == 0) {
                request.with("Origin", one("https://app.example", "https://other.example"));
            }
            if (random.nextInt(6) == 0) {
                request.with("Content-Type", one("application/grpc", "text/plain"));
            }
            return request;
        }

        @SafeVarargs
        private <T> T one(T... of) {
            return of[random.nextInt(of.length)];
        }
    }

    private static String written(Verdict verdict) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        verdict.writeFields(new FieldSink() {
            @Override
            public void bytes(byte[] text) {
                all.writeBytes(text);
            }

            @Override
            public void number(long value) {
                all.writeBytes(VerdictBytesPropertyTest.bytes(Long.toString(value)));
            }
        });
        return text(all.toByteArray());
    }

    private static String lines(List<Field> fields) {
        StringBuilder lines = new StringBuilder();
        fields.forEach(field -> lines.append(field.name() + ": " + field.value() + "\r\n"));
        return lines.toString();
    }

    private static String expected(TestRequest request, Answer answer, boolean keepAlive, byte[] further) {
        String reason = Map.of(
                        200,
                        "OK",
                        400,
                        "Bad Request",
                        403,
                        "Forbidden",
                        429,
                        "Too Many Requests",
                        503,
                        "Service Unavailable")
                .get(answer.status());
        String length = request.method().equals("HEAD") ? "" : "Content-Length: " + answer.body().length + "\r\n";
        return "HTTP/1.1 " + answer.status() + " " + reason + "\r\n" + lines(answer.fields()) + length
                + (keepAlive ? "" : "Connection: close\r\n") + text(further) + "\r\n" + text(answer.body());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
