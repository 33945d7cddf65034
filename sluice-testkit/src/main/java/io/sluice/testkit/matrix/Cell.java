package io.sluice.testkit.matrix;

import io.sluice.core.Limit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** One verb on one kind of limit, alone or together with others. */
public record Cell(Limit.Kind algorithm, Verb verb, Scope scope) {
    /** All there are: a new algorithm or verb adds some. */
    public static List<Cell> all() {
        return Stream.of(Limit.Kind.values())
                .flatMap(algorithm -> Stream.of(Verb.values())
                        .flatMap(verb -> Stream.of(Scope.values()).map(scope -> new Cell(algorithm, verb, scope))))
                .toList();
    }

    private static String words(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    @Override
    public String toString() {
        return words(algorithm) + " | " + words(verb) + " | " + words(scope);
    }
}
