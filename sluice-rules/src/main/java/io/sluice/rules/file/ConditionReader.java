package io.sluice.rules.file;

import io.sluice.rules.Attribute;
import io.sluice.rules.file.Node.Entry;
import io.sluice.rules.file.Node.Scalar;
import io.sluice.rules.list.Cidr;
import io.sluice.rules.match.Condition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what an attribute must be: globs, or networks for {@code ip}. */
final class ConditionReader {
    /** Every descriptor has one, and no other request. */
    private static final String DOMAIN = "domain";

    private final AttributeNames names;
    private final Problems problems;

    ConditionReader(AttributeNames names, Problems problems) {
        this.names = names;
        this.problems = problems;
    }

    List<Condition> read(List<Entry> entries) {
        List<Condition> conditions = new ArrayList<>();
        boolean ofDescriptors = entries.stream().anyMatch(entry -> entry.name().equals(DOMAIN));
        for (Entry entry : entries) {
            Place place = entry.key().place();
            Attribute attribute =
                    ofDescriptors ? names.brought(entry.name(), place, List.of()) : names.any(entry.name(), place);
            List<String> globs = new ArrayList<>();
            for (Scalar text : Settings.texts(entry.value())) {
                globs.add(glob(attribute, text));
            }
            if (attribute != null && isKnownBefore(attribute, entry)) {
                conditions.add(new Condition(attribute, globs));
            }
        }
        return conditions;
    }

    private boolean isKnownBefore(Attribute attribute, Entry entry) {
        if (attribute.equals(Attribute.ENDPOINT)) {
            problems.error(entry.key().place(), "endpoint is not known before a rule matches", "write path");
            return false;
        }
        return true;
    }

    private String glob(@Nullable Attribute attribute, Scalar text) {
        if (Attribute.IP.equals(attribute)) {
            try {
                return Cidr.parse(text.value()).toString();
            } catch (IllegalArgumentException e) {
                problems.error(text.place(), e);
            }
        } else if (Attribute.PATH.equals(attribute)) {
            MatchText.path(text.value(), text.place(), problems);
        } else if (text.value().isEmpty()) {
            problems.error(text.place(), "an empty glob covers nothing", "write \"*\" for any value");
        }
        return text.value();
    }
}
