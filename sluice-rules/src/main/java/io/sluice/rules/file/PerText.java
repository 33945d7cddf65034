package io.sluice.rules.file;

import io.sluice.rules.Attribute;
import io.sluice.rules.Per;
import io.sluice.rules.Per.Choice;
import io.sluice.rules.Per.OrElse;
import io.sluice.rules.file.Node.Scalar;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code user or ip/24/48}, word by word. */
final class PerText {
    private static final Pattern WORD = Pattern.compile("\\S+");
    private static final Pattern ADDRESS = Pattern.compile("ip/([0-9]{1,3})(?:/([0-9]{1,3}))?");
    private static final String SKIP = "skip";

    /** Which attributes there can be. */
    @FunctionalInterface
    interface Names {
        @Nullable
        Attribute read(String name, Place place);
    }

    private final Scalar text;
    private final Names names;
    private final Problems problems;
    private final List<Choice> choices = new ArrayList<>();
    private final Set<Attribute> seen = new HashSet<>();
    private OrElse orElse = OrElse.IP;
    private boolean failed;

    PerText(Scalar text, Names names, Problems problems) {
        this.text = text;
        this.names = names;
        this.problems = problems;
    }

    /** Null if it cannot be read. */
    @Nullable
    Per read() {
        Matcher word = WORD.matcher(text.value());
        boolean choiceNext = true;
        while (!failed && word.find()) {
            Place place = text.at(word.start());
            if (choiceNext) {
                choice(word.group(), place);
            } else if (!word.group().equals("or")) {
                fail(
                        place,
                        Shown.of(word.group()) + " after an attribute",
                        "write or between them, or a list to combine");
            }
            choiceNext = !choiceNext;
        }
        if (!failed && choiceNext) {
            fail(text.place(), text.value().isBlank() ? "nothing to count by" : "nothing after or", "write user or ip");
        }
        return failed ? null : new Per(choices, orElse);
    }

    private void choice(String word, Place place) {
        if (orElse == OrElse.SKIP) {
            fail(place, "nothing can come after skip", "write skip last");
        } else if (word.equals(SKIP)) {
            skip(place);
        } else if (word.equals("global")) {
            fail(place, "global cannot stand beside others", "write global alone");
        } else if (word.startsWith("ip/")) {
            address(word, place);
        } else {
            add(names.read(word, place), 32, 0, place);
        }
    }

    private void skip(Place place) {
        if (choices.isEmpty()) {
            fail(place, "skip needs an attribute before it", "write user or skip");
        }
        orElse = OrElse.SKIP;
    }

    private void address(String word, Place place) {
        Matcher prefix = ADDRESS.matcher(word);
        int ipv4 = prefix.matches() ? Integer.parseInt(prefix.group(1)) : 0;
        int ipv6 = ipv4 == 0 || prefix.group(2) == null ? 0 : Integer.parseInt(prefix.group(2));
        boolean twoParts = ipv4 != 0 && prefix.group(2) != null;
        if (ipv4 < 8 || ipv4 > 32 || (twoParts && (ipv6 < 32 || ipv6 > 128))) {
            fail(
                    place,
                    Shown.of(word) + " is no prefix",
                    "write ip/24 or ip/24/48: 8 to 32 bits of IPv4, 32 to 128 of IPv6");
        } else {
            add(Attribute.IP, ipv4, ipv6, place);
        }
    }

    private void add(@Nullable Attribute attribute, int ipv4, int ipv6, Place place) {
        if (attribute == null) {
            failed = true;
        } else if (!seen.add(attribute)) {
            fail(place, attribute + " stands twice", "write it once");
        } else {
            choices.add(new Choice(attribute, ipv4, ipv6));
        }
    }

    private void fail(Place place, String what, String right) {
        problems.error(place, what, right);
        failed = true;
    }
}
