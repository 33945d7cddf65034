package io.sluice.rules;

import io.sluice.rules.match.Condition;
import java.nio.file.Path;
import java.util.List;

/** An entry of {@code allow} or {@code deny}. */
public sealed interface ListEntry {
    /** An address or a CIDR, such as {@code 203.0.113.0/24}. */
    record Network(String cidr) implements ListEntry {}

    /** All of these hold. */
    record Conditions(List<Condition> all) implements ListEntry {}

    /** A file with one address, CIDR or {@code attribute: glob} a line, read again when it changes. */
    record Listed(Path file) implements ListEntry {}
}
