package io.sluice.rules.list;

import io.sluice.rules.Attribute;
import io.sluice.rules.PathSettings;
import io.sluice.rules.match.Condition;
import io.sluice.rules.reload.Lines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A file with one address, network or {@code attribute: glob} a line. A # in front or behind white space begins a comment.
 */
final class ListFile {
    private static final String RIGHT =
            "; write an address, a network such as 203.0.113.0/24, or attribute: glob such as user: ann";

    private final Entries.Builder entries;

    private ListFile(PathSettings paths) {
        this.entries = new Entries.Builder(paths);
    }

    static Entries read(Path file, PathSettings paths) throws IOException {
        ListFile list = new ListFile(paths);
        Lines.read(file, list::take);
        return list.entries.build();
    }

    private void take(String line) {
        String text = withoutComment(line);
        // An IPv6 address has colons too, but no white space.
        int colon = text.indexOf(':');
        boolean attribute = colon >= 0 && colon + 1 < text.length() && Character.isWhitespace(text.charAt(colon + 1));
        if (attribute) {
            entries.add(List.of(condition(
                    text.substring(0, colon), text.substring(colon + 1).strip())));
        } else {
            entries.add(network(text));
        }
    }

    private static String withoutComment(String line) {
        for (int hash = line.indexOf('#'); hash > 0; hash = line.indexOf('#', hash + 1)) {
            if (Character.isWhitespace(line.charAt(hash - 1))) {
                return line.substring(0, hash).strip();
            }
        }
        return line;
    }

    private static Condition condition(String name, String glob) {
        Attribute attribute = Attribute.of(name);
        if (!name.matches("[A-Za-z][A-Za-z0-9_.-]*")) {
            throw new IllegalArgumentException(name + " is not the name of an attribute" + RIGHT);
        }
        if (attribute.kind() == Attribute.Kind.ENDPOINT) {
            throw new IllegalArgumentException("endpoint is known to rules only; write path: and a pattern");
        }
        return new Condition(attribute, List.of(glob));
    }

    private static Cidr network(String text) {
        if (!startsLikeAddress(text) && Address.of(text) == null && text.indexOf('/') < 0) {
            throw new IllegalArgumentException(text + " is neither" + RIGHT);
        }
        return Cidr.parse(text);
    }

    private static boolean startsLikeAddress(String text) {
        char first = text.isEmpty() ? ' ' : text.charAt(0);
        return (first >= '0' && first <= '9') || first == ':' || first == '[';
    }
}
