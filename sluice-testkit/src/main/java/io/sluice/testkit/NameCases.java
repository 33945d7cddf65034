package io.sluice.testkit;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Different keys and names are never mistaken for each other. */
interface NameCases extends StoreCases {
    List<String> AWKWARD = List.of(
            "a",
            "A",
            "a ",
            " a",
            "a|b",
            "a%7Cb",
            "{a}",
            "{a}b",
            "a}",
            "a:b",
            "a\nb",
            "a\u0000b",
            "ä",
            "a\u0308",
            "\uD83D\uDE00",
            "*",
            "?",
            "a".repeat(300),
            "a".repeat(299) + "b");

    @Test
    default void everyKeyHasItsOwnCounters() {
        Scene k = on("10/s burst 20");
        for (String key : AWKWARD) {
            k.key(key).acquire(3).allowed(17, 300);
        }
        for (String key : AWKWARD) {
            k.key(key).peek(0).allowed(17, 300);
        }
    }

    @Test
    default void everyNameHasItsOwnCounters() {
        for (String name : AWKWARD) {
            named(name, "10/s burst 20").acquire(3).allowed(17, 300);
        }
        for (String name : AWKWARD) {
            named(name, "10/s burst 20").peek(0).allowed(17, 300);
        }
    }

    @Test
    default void aNameAndAKeyAreNotGlued() {
        named("a|b", "10/s burst 20").key("c").acquire(3).allowed(17, 300);
        named("a", "10/s burst 20").key("b|c").acquire(5).allowed(15, 500);
        named("a|b", "10/s burst 20").key("c").peek(0).allowed(17, 300);
    }

    @Test
    default void limitersOfOneNameShareTheirCounters() {
        named("search", "10/s burst 20").acquire(15).allowed(5, 1500);
        named("search", "10/s burst 20").acquire(6).refused(100, 5, 1500);
    }
}
