package io.sluice.rules;

import io.sluice.rules.key.KeyShape;
import org.jspecify.annotations.Nullable;

/**
 * Names of keys that a thread has made of late: a client that hammers is named again and again. Found by the hash that its counter is found by, so what is one
 * key there is one name here. Used by one thread.
 */
final class KeyNames {
    private static final ThreadLocal<KeyNames> OF_THREAD = ThreadLocal.withInitial(KeyNames::new);
    private static final int PLACES = 256;
    private static final int LONGEST = 256;

    private final long[] hashes = new long[PLACES];
    private final @Nullable Rule[] rules = new Rule[PLACES];
    private final String[] names = new String[PLACES];

    private KeyNames() {}

    static String name(LiveRule rule, Attributes attributes) {
        long hash = rule.shape.hash(attributes);
        return hash == KeyShape.SKIPPED
                ? made(rule, attributes)
                : OF_THREAD.get().name(hash, rule, attributes);
    }

    @SuppressWarnings("ReferenceEquality") // another rule of the same name may count by something else
    private String name(long hash, LiveRule rule, Attributes attributes) {
        int place = (int) (hash >>> 32) & (PLACES - 1);
        if (hashes[place] == hash && rules[place] == rule.rule) {
            return names[place];
        }
        String name = made(rule, attributes);
        if (name.length() <= LONGEST) {
            hashes[place] = hash;
            rules[place] = rule.rule;
            names[place] = name;
        }
        return name;
    }

    private static String made(LiveRule rule, Attributes attributes) {
        return rule.shape.text(rule.rule.name(), attributes).toString();
    }
}
