package io.sluice.rules;

import io.sluice.rules.key.KeyShape;
import org.jspecify.annotations.Nullable;

/**
 * Names of keys that were made of late: a client that hammers is named again and again. Found by the hash that its counter is found by, so what is one key there
 * is one name here. Shared without a lock: a name never changes, and a thread that does not see one makes it anew.
 */
final class KeyNames {
    private static final int PLACES = 1_024;
    private static final int LONGEST = 256;
    private static final @Nullable Known[] KNOWN = new Known[PLACES];

    private record Known(long hash, Rule rule, String name) {}

    private KeyNames() {}

    @SuppressWarnings("ReferenceEquality") // another rule of the same name may count by something else
    static String name(LiveRule rule, Attributes attributes) {
        long hash = rule.shape.hash(attributes);
        int place = (int) (hash >>> 32) & (PLACES - 1);
        Known known = KNOWN[place];
        if (known != null && known.hash == hash && known.rule == rule.rule) {
            return known.name;
        }
        String name = rule.shape.text(rule.rule.name(), attributes).toString();
        if (hash != KeyShape.SKIPPED && name.length() <= LONGEST) {
            KNOWN[place] = new Known(hash, rule.rule, name);
        }
        return name;
    }
}
