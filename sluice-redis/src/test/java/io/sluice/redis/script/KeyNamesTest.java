package io.sluice.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.cluster.SlotHash;
import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyNamesTest {
    private static final String[] PIECES = {
        "a",
        "b",
        "|",
        "{",
        "}",
        "%",
        "%7B",
        "%~",
        ":",
        "\n",
        "\0",
        "\u0080",
        "\u00e9",
        "\u20ac",
        "\ud83d\ude00",
        "\ud83d",
        "\ude00",
        "?",
        " "
    };

    private final KeyNames names = new KeyNames();

    @Test
    void areReadable() {
        assertThat(name("login", "203.0.113.9")).matches("sluice:\\{login\\|203\\.0\\.113\\.9}:[0-9A-Za-z]{4}");
        assertThat(name("login", "\u00e9{x}|%\n")).startsWith("sluice:{login|\u00e9%7Bx%7D|%25%0A}:");
        assertThat(name("a|b", "c")).startsWith("sluice:{a%7Cb|c}:");
    }

    @Test
    void beginWithThePrefixAskedFor() {
        byte[] name = new KeyNames("app:").name(LimitSet.of("login", Limit.perSecond(1)), "key");
        assertThat(text(name)).startsWith("app:{login|key}:");
    }

    @Test
    void standForTheLimits() {
        LimitSet limits = LimitSet.of("login", Limit.perSecond(1));
        assertThat(names.name(limits, "key")).isNotEqualTo(names.name(limits.changedTo(Limit.perSecond(2)), "key"));
        assertThat(names.name(limits, "key")).isEqualTo(new KeyNames().name(limits, "key"));
    }

    /** What is in Redis must be found again by later versions. */
    @Test
    void neverChange() {
        assertThat(name("login", "203.0.113.9")).isEqualTo("sluice:{login|203.0.113.9}:1Ps1");
        assertThat(name("login", "x".repeat(300)))
                .isEqualTo("sluice:{login|" + "x".repeat(94) + "%~4hVAFbqBBmGayRuMUjf7Gh}:1Ps1");
    }

    @Test
    void ofDifferentKeysAreDifferent() {
        Seeds.tell(20, random -> {
            Map<String, String> seen = new HashMap<>();
            for (int i = 0; i < 5_000; i++) {
                String name = text(random);
                String key = text(random);
                String other = seen.put(name(name, key), name + "\uffff" + key);
                assertThat(other == null || other.equals(name + "\uffff" + key))
                        .as("%s %s and %s", name, key, other)
                        .isTrue();
            }
        });
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        if (random.nextInt(10) == 0) {
            text.append("long".repeat(50)).append(random.nextInt(3));
        }
        return text.toString();
    }

    @Test
    void ofOneKeyAreInOneSlot() {
        LimitSet limits = LimitSet.of(
                "ban{k}s", Limit.perSecond(1).slidingLog(), Limit.perHour(9).slidingLog());
        LimitSet changed = limits.changedTo(Limit.perSecond(2), Limit.perDay(1).slidingLog());
        Seeds.tell(100, random -> {
            String key = text(random);
            int slot = SlotHash.getSlot(names.name(limits, key));
            assertThat(SlotHash.getSlot(names.of(limits).log(key, 0))).isEqualTo(slot);
            assertThat(SlotHash.getSlot(names.of(limits).log(key, 1))).isEqualTo(slot);
            assertThat(SlotHash.getSlot(names.of(changed).log(key, 1))).isEqualTo(slot);
            assertThat(SlotHash.getSlot(names.name(changed, key))).isEqualTo(slot);
        });
    }

    @Test
    void ofLongKeysStayShort() {
        byte[] name = names.name(LimitSet.of("login", Limit.perSecond(1)), "\u20ac".repeat(60_000));
        assertThat(name.length).isLessThan(150);
        assertThat(text(name)).doesNotContain("\ufffd");
    }

    private String name(String name, String key) {
        return text(names.name(LimitSet.of(name, Limit.perSecond(1)), key));
    }

    private static String text(byte[] name) {
        return new String(name, StandardCharsets.UTF_8);
    }
}
