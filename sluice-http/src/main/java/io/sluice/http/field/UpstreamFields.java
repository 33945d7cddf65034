package io.sluice.http.field;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Brings our fields together with those that an application behind a gateway sends itself: of each dialect one set goes out, that of whoever
 * has less left.
 */
public final class UpstreamFields {
    private final List<Preset> presets;

    public UpstreamFields(List<Preset> presets) {
        this.presets = List.copyOf(presets);
    }

    /**
     * The fields to send in place of all upstream fields that our dialects know.
     *
     * @param ours empty where no limit of ours counted: then those of the application stay as they are
     * @param upstream the lines of a field by its name, in any case
     */
    public List<Field> merge(List<Field> ours, Function<String, List<String>> upstream) {
        List<Field> merged = new ArrayList<>(ours);
        for (Preset preset : presets) {
            List<Field> own = named(ours, preset);
            List<Field> theirs = complete(preset, upstream);
            if (isStricter(preset, theirs, own)) {
                merged.removeAll(own);
                merged.addAll(theirs);
            }
        }
        return merged;
    }

    /** The names that a client cannot bring along, and that {@link #merge} answers for. */
    public List<String> names() {
        return presets.stream()
                .flatMap(preset -> preset.names().stream())
                .distinct()
                .toList();
    }

    private static List<Field> named(List<Field> fields, Preset preset) {
        return fields.stream()
                .filter(field -> preset.names().contains(field.name()))
                .toList();
    }

    /** Each field once; those that are missing are left out. */
    private static List<Field> complete(Preset preset, Function<String, List<String>> upstream) {
        List<Field> fields = new ArrayList<>();
        for (String name : preset.names()) {
            List<String> lines = upstream.apply(name);
            if (!lines.isEmpty()) {
                fields.add(new Field(name, String.join(", ", lines)));
            }
        }
        return fields;
    }

    private static boolean isStricter(Preset preset, List<Field> theirs, List<Field> ours) {
        OptionalLong left = RemainingText.of(preset, theirs);
        OptionalLong ownLeft = RemainingText.of(preset, ours);
        return left.isPresent() && (ownLeft.isEmpty() || left.getAsLong() < ownLeft.getAsLong());
    }
}
