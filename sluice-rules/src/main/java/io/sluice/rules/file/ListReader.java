package io.sluice.rules.file;

import io.sluice.rules.ListEntry;
import io.sluice.rules.file.Node.Mapping;
import io.sluice.rules.file.Node.Scalar;
import io.sluice.rules.file.Node.Sequence;
import io.sluice.rules.list.Cidr;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code allow} and {@code deny}. */
final class ListReader {
    private final ConditionReader conditions;
    private final NamedFiles files;
    private final Problems problems;

    ListReader(AttributeNames names, NamedFiles files, Problems problems) {
        this.conditions = new ConditionReader(names, problems);
        this.files = files;
        this.problems = problems;
    }

    List<ListEntry> read(@Nullable Node list) {
        List<ListEntry> entries = new ArrayList<>();
        for (Node item : list instanceof Sequence all ? all.items() : List.<Node>of()) {
            ListEntry entry = entry(item);
            if (entry != null) {
                entries.add(entry);
            }
        }
        return entries;
    }

    private @Nullable ListEntry entry(Node item) {
        Scalar text = Settings.text(item);
        if (text != null) {
            return network(text);
        }
        if (item instanceof Mapping map && map.has("file")) {
            Path file = files.path(Settings.text(map.get("file")));
            return file == null ? null : new ListEntry.Listed(file);
        }
        return item instanceof Mapping map ? new ListEntry.Conditions(conditions.read(map.entries())) : null;
    }

    private @Nullable ListEntry network(Scalar text) {
        try {
            return new ListEntry.Network(Cidr.parse(text.value()).toString());
        } catch (IllegalArgumentException e) {
            problems.error(text.place(), e);
            return null;
        }
    }
}
