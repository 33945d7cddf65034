package io.sluice.rules.key;

import io.sluice.core.Key;
import io.sluice.rules.Attribute;
import io.sluice.rules.Attributes;
import io.sluice.rules.PathSettings;
import io.sluice.rules.Per;
import io.sluice.rules.match.PathPattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a rule counts per, made ready: from attributes to the key, as a hash that is made without the text, or as the text. */
public final class KeyShape {
    /** In place of a hash: the rule leaves such requests out. */
    public static final long SKIPPED = 0;

    private static final String UNKNOWN = "unknown";

    /** One part of the key: the first pick that the request has counts. */
    private static final class Part {
        final Pick[] picks;
        final Pick fallback;
        final boolean skips;

        Part(Pick[] picks, Pick fallback, boolean skips) {
            this.picks = picks;
            this.fallback = fallback;
            this.skips = skips;
        }
    }

    private final long start;
    private final Part[] parts;
    private final boolean byIdentity;

    /**
     * For one rule.
     *
     * @param path the rule's pattern
     * @param ipv6Prefix where {@code per} does not say
     */
    public KeyShape(List<Per> per, @Nullable PathPattern path, PathSettings paths, int ipv6Prefix) {
        this(per, path, paths, ipv6Prefix, Key.parts());
    }

    /** Whose hashes begin with {@code start}, such as those of an earlier process did. */
    public KeyShape(List<Per> per, @Nullable PathPattern path, PathSettings paths, int ipv6Prefix, long start) {
        this.start = start;
        this.parts = per.stream()
                .map(one -> new Part(
                        one.choices().stream()
                                .map(choice -> new Pick(choice, path, paths, ipv6Prefix, start))
                                .toArray(Pick[]::new),
                        new Pick(Per.Choice.of(Attribute.IP), path, paths, ipv6Prefix, start),
                        one.orElse() == Per.OrElse.SKIP))
                .toArray(Part[]::new);
        this.byIdentity =
                per.stream().anyMatch(one -> isIdentity(one.choices().get(0).attribute(), path));
    }

    private static boolean isIdentity(Attribute attribute, @Nullable PathPattern path) {
        return switch (attribute.kind()) {
            case COOKIE -> true;
            case NAMED -> path == null || !path.variables().contains(attribute.name());
            default -> false;
        };
    }

    /** The key's hash, as {@link Key#ofParts} takes it; {@link #SKIPPED} if the rule leaves the request out. */
    public long hash(Attributes attributes) {
        if (byIdentity && attributes.anonymous()) {
            return SKIPPED;
        }
        long hash = start;
        for (Part part : parts) {
            hash = hash(hash, part, attributes);
            if (hash == SKIPPED) {
                return SKIPPED;
            }
        }
        return hash;
    }

    private static long hash(long before, Part part, Attributes attributes) {
        for (Pick pick : part.picks) {
            String given = pick.given(attributes);
            if (given != null) {
                return never0(pick.hash(before, given));
            }
        }
        if (part.skips) {
            return SKIPPED;
        }
        String ip = part.fallback.given(attributes);
        return never0(part.fallback.hash(before, ip == null ? UNKNOWN : ip));
    }

    private static long never0(long hash) {
        return hash == SKIPPED ? 1 : hash;
    }

    /** The key as text, of a request that the rule does not leave out. */
    public KeyText text(String rule, Attributes attributes) {
        List<KeyText.Part> all = new ArrayList<>();
        for (Part part : parts) {
            all.add(text(part, attributes));
        }
        return new KeyText(rule, all);
    }

    private static KeyText.Part text(Part part, Attributes attributes) {
        for (Pick pick : part.picks) {
            String given = pick.given(attributes);
            if (given != null) {
                return new KeyText.Part(pick.kind(), pick.value(given));
            }
        }
        String ip = part.fallback.given(attributes);
        return new KeyText.Part(part.fallback.kind(), ip == null ? UNKNOWN : part.fallback.value(ip));
    }

    /**
     * The hash of a key that is given as text: the same as that of a request which has these values.
     *
     * @throws IllegalArgumentException if the rule counts by something else, with what it counts by
     */
    public long hash(KeyText text) {
        boolean fits = text.parts().size() == parts.length;
        long hash = start;
        for (int i = 0; fits && i < parts.length; i++) {
            KeyText.Part part = text.parts().get(i);
            Pick pick = pick(parts[i], part.kind());
            fits = pick != null;
            hash = pick == null ? hash : never0(pick.hash(hash, part.value()));
        }
        if (!fits) {
            throw new IllegalArgumentException(
                    "no key of " + text.rule() + ": " + text + "; its keys are " + form(text.rule()));
        }
        return hash;
    }

    /** A key that is given as text, spelled as those of requests are. */
    public KeyText spelled(KeyText text) {
        List<KeyText.Part> all = new ArrayList<>();
        for (int i = 0; i < parts.length; i++) {
            KeyText.Part part = text.parts().get(i);
            Pick pick = pick(parts[i], part.kind());
            all.add(pick == null ? part : new KeyText.Part(part.kind(), pick.value(part.value())));
        }
        return new KeyText(text.rule(), all);
    }

    private static @Nullable Pick pick(Part part, String kind) {
        for (Pick pick : part.picks) {
            if (pick.kind().equals(kind)) {
                return pick;
            }
        }
        return !part.skips && part.fallback.kind().equals(kind) ? part.fallback : null;
    }

    /** What keys look like: {@code login|ip:...}. */
    private String form(String rule) {
        StringBuilder form = new StringBuilder(rule);
        for (Part part : parts) {
            form.append('|').append(part.picks[0].kind()).append(":...");
        }
        return form.toString();
    }
}
