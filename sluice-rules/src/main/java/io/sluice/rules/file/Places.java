package io.sluice.rules.file;

import io.sluice.rules.Rule;
import io.sluice.rules.file.Node.Entry;
import io.sluice.rules.file.Node.Mapping;
import org.jspecify.annotations.Nullable;

/** Where things stand in a file that was read without errors. */
final class Places {
    private final Node root;

    Places(Node root) {
        this.root = root;
    }

    /** Where a key of a rule says what it says; the rule's name if it does not have it. */
    Place of(Rule rule, String key) {
        return of("rules", rule.name(), key);
    }

    /** Where the value under these keys stands; as deep as the file goes. */
    Place of(String... keys) {
        Node at = root;
        Place place = root.place();
        for (String key : keys) {
            Entry entry = at instanceof Mapping map ? map.entry(key) : null;
            if (entry == null) {
                return place;
            }
            at = entry.value();
            boolean last = key.equals(keys[keys.length - 1]);
            place = last ? at.place() : entry.key().place();
        }
        return place;
    }

    boolean has(String... keys) {
        return find(keys) != null;
    }

    @Nullable
    Node find(String... keys) {
        Node at = root;
        for (String key : keys) {
            at = at instanceof Mapping map ? map.get(key) : null;
            if (at == null) {
                return null;
            }
        }
        return at;
    }
}
