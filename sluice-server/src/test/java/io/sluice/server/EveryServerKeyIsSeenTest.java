package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.keys.SchemaKeys;
import io.sluice.testkit.keys.ShownKeys;
import io.sluice.testkit.keys.Shows;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every key under {@code upstreams}, {@code routes} and {@code server}, {@code refund-on} of rules and {@code store.awake-percent}, has a test that sees its effect, by {@link Shows}; the other keys have theirs beside the filter. */
class EveryServerKeyIsSeenTest {
    @Test
    void everyKeyIsShownByATestAndEveryTestShowsAKey() throws Exception {
        Set<String> keys = new TreeSet<>(SchemaKeys.of(Objects.requireNonNull(
                EveryServerKeyIsSeenTest.class.getResourceAsStream("/io/sluice/rules/sluice.schema.json"))));
        keys.removeIf(key -> !key.matches("(upstreams|routes|server)\\b.*|.*\\.refund-on\\b.*|store\\.awake-percent"));
        assertThat(keys).hasSizeGreaterThan(60);
        Set<String> shown = ShownKeys.beside(EveryServerKeyIsSeenTest.class);
        assertThat(difference(keys, shown)).as("keys that no test shows").isEmpty();
        assertThat(difference(shown, keys)).as("shown, but in no rule file").isEmpty();
    }

    private static Set<String> difference(Set<String> these, Set<String> those) {
        Set<String> left = new TreeSet<>(these);
        left.removeAll(those);
        return left;
    }
}
