package io.sluice.rules.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.sluice.rules.Attribute;
import io.sluice.rules.Attributes;
import io.sluice.rules.PathSettings;
import io.sluice.rules.Per;
import io.sluice.rules.Per.Choice;
import io.sluice.rules.Per.OrElse;
import io.sluice.rules.match.PathPattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyShapeTest {
    private static final long SEED = Long.getLong("sluice.seed", 20_261_115);

    private static Per per(OrElse orElse, String... attributes) {
        return new Per(
                Arrays.stream(attributes)
                        .map(name -> Choice.of(Attribute.of(name)))
                        .toList(),
                orElse);
    }

    private static KeyShape shape(@Nullable String path, Per... per) {
        return new KeyShape(List.of(per), path == null ? null : PathPattern.parse(path), PathSettings.DEFAULT, 64);
    }

    private static String text(KeyShape shape, String... attributes) {
        return shape.text("rule", request(attributes)).toString();
    }

    private static Attributes request(String... attributes) {
        Map<String, String> all = new HashMap<>();
        for (String attribute : attributes) {
            int equals = attribute.indexOf('=');
            all.put(attribute.substring(0, equals), attribute.substring(equals + 1));
        }
        return Attributes.of(all);
    }

    @Test
    void takesTheFirstThatTheRequestHas() {
        KeyShape shape = shape(null, per(OrElse.IP, "user", "api-key"));
        assertThat(text(shape, "user=ann", "api-key=k", "ip=192.0.2.1")).isEqualTo("rule|user:ann");
        assertThat(text(shape, "api-key=k", "ip=192.0.2.1")).isEqualTo("rule|api-key:k");
        assertThat(text(shape, "user=", "ip=192.0.2.1")).isEqualTo("rule|ip:192.0.2.1");
        assertThat(text(shape)).isEqualTo("rule|ip:unknown");
    }

    @Test
    void skipsWhereToldTo() {
        KeyShape shape = shape(null, per(OrElse.SKIP, "user"), per(OrElse.IP, "host"));
        assertThat(shape.hash(request("ip=192.0.2.1"))).isEqualTo(KeyShape.SKIPPED);
        assertThat(shape.hash(request("user=ann"))).isNotEqualTo(KeyShape.SKIPPED);
        KeyShape last = shape(null, per(OrElse.IP, "host"), per(OrElse.SKIP, "user"));
        assertThat(last.hash(request("ip=192.0.2.1"))).isEqualTo(KeyShape.SKIPPED);
    }

    @Test
    void isOneKeyForAllWithoutParts() {
        KeyShape shape = shape(null);
        assertThat(text(shape, "user=ann")).isEqualTo("rule");
        assertThat(shape.hash(request("user=ann"))).isEqualTo(shape.hash(request("user=bob")));
        assertThat(shape.hash(KeyText.parse("rule"))).isEqualTo(shape.hash(request()));
    }

    @Test
    void knowsTheEndpointAndVariables() {
        KeyShape shape = shape("/items/{id}", per(OrElse.IP, "endpoint"), per(OrElse.IP, "id"));
        assertThat(text(shape, "path=/items/7")).isEqualTo("rule|endpoint:/items/%7Bid%7D|id:7");
        assertThat(text(shape, "id=brought", "path=/items/7")).endsWith("|id:7");
        assertThat(text(shape)).endsWith("|ip:unknown");
        assertThat(text(shape(null, per(OrElse.IP, "endpoint")))).isEqualTo("rule|endpoint:*");
        assertThat(text(shape("/items/{id}", per(OrElse.IP, "tenant")), "tenant=t", "path=/items/7"))
                .isEqualTo("rule|tenant:t");
    }

    @ParameterizedTest
    @CsvSource({
        "32, 0,  192.0.2.77,        ip:192.0.2.77",
        "24, 0,  192.0.2.77,        ip/24:192.0.2.0",
        "32, 0,  2001:db8:1:2::9,   ip:2001%3Adb8%3A1%3A2%3A%3A",
        "32, 0,  2001:DB8:1:2:0::7, ip:2001%3Adb8%3A1%3A2%3A%3A",
        "32, 48, 2001:db8:1:2::9,   ip/32/48:2001%3Adb8%3A1%3A%3A",
        "24, 48, 192.0.2.77,        ip/24/48:192.0.2.0",
        "24, 0,  ::ffff:192.0.2.77, ip/24:192.0.2.0",
        "32, 0,  ::ffff:192.0.2.77, ip:192.0.2.77",
        "24, 0,  unix,              ip/24:unix"
    })
    void groupsAddresses(int ipv4, int ipv6, String ip, String part) {
        Per per = new Per(List.of(new Choice(Attribute.IP, ipv4, ipv6)), OrElse.IP);
        KeyShape shape = shape(null, per);
        assertThat(text(shape, "ip=" + ip)).isEqualTo("rule|" + part);
        assertThat(shape.hash(KeyText.parse("rule|" + part))).isEqualTo(shape.hash(request("ip=" + ip)));
    }

    @Test
    void hasOneKeyForOneNetwork() {
        KeyShape shape = shape(null, per(OrElse.IP, "ip"));
        assertThat(shape.hash(request("ip=2001:db8::1"))).isEqualTo(shape.hash(request("ip=2001:db8::2")));
        assertThat(shape.hash(request("ip=2001:db8::1"))).isNotEqualTo(shape.hash(request("ip=2001:db8:0:1::1")));
        assertThat(shape.hash(request("ip=::ffff:192.0.2.1"))).isEqualTo(shape.hash(request("ip=192.0.2.1")));
    }

    @Test
    void shortensWhatIsTooLong() {
        KeyShape shape = shape(null, per(OrElse.IP, "user"));
        String longest = "x".repeat(512);
        assertThat(text(shape, "user=" + longest)).isEqualTo("rule|user:" + longest);
        String digest = text(shape, "user=" + longest + "x");
        assertThat(digest).matches("rule\\|user:sha256-[0-9a-f]{64}");
        assertThat(text(shape, "user=" + longest + "y")).isNotEqualTo(digest);
        assertThat(shape.hash(request("user=" + "x".repeat(1_000_000)))).isNotZero();
    }

    @Test
    void refusesKeysOfAnotherShape() {
        KeyShape shape = shape(null, per(OrElse.IP, "user"), per(OrElse.SKIP, "host"));
        assertThat(shape.hash(KeyText.parse("rule|ip:192.0.2.1|host:x"))).isNotZero();
        for (String wrong :
                List.of("rule", "rule|user:a", "rule|user:a|ip:b", "rule|user:a|host:b|x:c", "rule|x:a|host:b")) {
            assertThatThrownBy(() -> shape.hash(KeyText.parse(wrong)))
                    .hasMessage("no key of rule: " + wrong + "; its keys are rule|user:...|host:...");
        }
    }

    @Test
    void spellsKeysAsRequestsDo() {
        KeyShape shape = shape(null, per(OrElse.IP, "ip"), per(OrElse.IP, "host"));
        assertThat(shape.spelled(KeyText.parse("rule|ip:2001:DB8::0001|host:x")))
                .hasToString("rule|ip:2001%3Adb8%3A%3A|host:x");
    }

    /** Values made of all that separates, so that a careless key would take two of them for one. */
    @Test
    void neverTakesTwoTuplesForOne() {
        Random random = new Random(SEED);
        KeyShape shape = shape(null, per(OrElse.IP, "user", "api-key"), per(OrElse.IP, "host", "user"));
        Map<Long, List<String>> byHash = new HashMap<>();
        Map<String, List<String>> byText = new HashMap<>();
        Set<List<String>> tuples = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            List<String> tuple = List.of(
                    random.nextBoolean() ? "user" : "api-key",
                    value(random),
                    random.nextBoolean() ? "host" : "none",
                    value(random));
            Attributes request =
                    request(tuple.get(0) + "=" + tuple.get(1), tuple.get(2) + "=" + tuple.get(3), "ip=192.0.2.1");
            List<String> expected = identity(tuple);
            tuples.add(expected);
            KeyText text = shape.text("rule", request);
            boolean right = byHash.computeIfAbsent(shape.hash(request), k -> expected)
                            .equals(expected)
                    && byText.computeIfAbsent(text.toString(), k -> expected).equals(expected)
                    && KeyText.parse(text.toString()).equals(text)
                    && shape.hash(text) == shape.hash(request);
            if (!right) {
                fail("seed %d: %s", SEED, tuple);
            }
        }
        assertThat(byHash).hasSameSizeAs(tuples);
        assertThat(byText).hasSameSizeAs(tuples);
    }

    /** What the request is counted by, written down without any text being joined. */
    private static List<String> identity(List<String> tuple) {
        List<String> all = new ArrayList<>(List.of(tuple.get(0), tuple.get(1)));
        if (tuple.get(2).equals("host")) {
            all.addAll(List.of("host", tuple.get(3)));
        } else if (tuple.get(0).equals("user")) {
            all.addAll(List.of("user", tuple.get(1)));
        } else {
            all.addAll(List.of("ip", "192.0.2.1"));
        }
        return all;
    }

    private static String value(Random random) {
        String letters = "|:%{}a7C\n\u007f\u00e9";
        StringBuilder value = new StringBuilder();
        int length = 1 + random.nextInt(5);
        for (int i = 0; i < length; i++) {
            value.append(letters.charAt(random.nextInt(letters.length())));
        }
        return value.toString();
    }
}
