package io.sluice.rules.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rules.Attribute;
import io.sluice.rules.Attributes;
import io.sluice.rules.PathSettings;
import io.sluice.rules.Per;
import io.sluice.rules.match.PathPattern;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request that cannot say who asks, such as a preflight, is left out where that is counted by. */
class AnonymousRequestsTest {
    private static final Attributes PREFLIGHT = new Attributes() {
        @Override
        public String get(Attribute attribute) {
            return attribute.equals(Attribute.IP) ? "203.0.113.9" : null;
        }

        @Override
        public boolean anonymous() {
            return true;
        }
    };

    @ParameterizedTest
    @ValueSource(strings = {"user", "api-key", "cookie.sid"})
    void areLeftOutWhereAnIdentityIsCountedBy(String attribute) {
        assertThat(shape(null, attribute).hash(PREFLIGHT)).isEqualTo(KeyShape.SKIPPED);
        assertThat(shape(null, attribute, "ip").hash(PREFLIGHT)).isEqualTo(KeyShape.SKIPPED);
        assertThat(shape(PathPattern.parse("/items/{id}"), attribute).hash(PREFLIGHT))
                .isEqualTo(KeyShape.SKIPPED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ip", "endpoint", "path", "header.user-agent", "query.q"})
    void areCountedWhereSomethingElseIs(String attribute) {
        assertThat(shape(null, attribute).hash(PREFLIGHT)).isNotEqualTo(KeyShape.SKIPPED);
    }

    @Test
    void aPathVariableIsNoIdentity() {
        assertThat(shape(PathPattern.parse("/items/{id}"), "id").hash(PREFLIGHT))
                .isNotEqualTo(KeyShape.SKIPPED);
        assertThat(shape(PathPattern.parse("/items/{id}"), "user").hash(PREFLIGHT))
                .isEqualTo(KeyShape.SKIPPED);
    }

    @Test
    void othersAreCountedByAddressInstead() {
        Attributes unnamed = attribute -> attribute.equals(Attribute.IP) ? "203.0.113.9" : null;
        assertThat(shape(null, "user").hash(unnamed)).isNotEqualTo(KeyShape.SKIPPED);
    }

    private static KeyShape shape(PathPattern path, String... choices) {
        List<Per.Choice> chain =
                Stream.of(choices).map(Attribute::of).map(Per.Choice::of).toList();
        return new KeyShape(List.of(new Per(chain, Per.OrElse.IP)), path, PathSettings.DEFAULT, 64);
    }
}
