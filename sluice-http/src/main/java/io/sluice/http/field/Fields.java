package io.sluice.http.field;

import io.sluice.rules.Ruling;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Writes how a client stands in the dialects of a rule file. */
public final class Fields {
    private static final int KNOWN = 256;

    private final List<Preset> presets;
    private final AtomicReferenceArray<@Nullable Phrases> known = new AtomicReferenceArray<>(KNOWN);

    public Fields(List<Preset> presets) {
        this.presets = List.copyOf(presets);
    }

    /**
     * From the names in a rule file.
     *
     * @throws IllegalArgumentException for a name that is none
     */
    public static Fields of(List<String> names) {
        List<Preset> presets = new ArrayList<>();
        for (String name : names) {
            presets.add(Preset.of(name)
                    .orElseThrow(() -> new IllegalArgumentException("no preset of header fields is called " + name)));
        }
        return new Fields(presets);
    }

    public List<Preset> presets() {
        return presets;
    }

    /** For rules that counted together; the same list mostly gives the same object. */
    public Phrases phrases(List<Ruling.Counted> counted) {
        int hash = System.identityHashCode(counted);
        int place = (hash ^ (hash >>> 8)) & (KNOWN - 1);
        Phrases phrases = known.get(place);
        if (phrases == null || !phrases.areOf(counted)) {
            phrases = new Phrases(presets, counted);
            known.set(place, phrases);
        }
        return phrases;
    }

    /** All fields of one answer; Retry-After among them if it refuses. */
    public List<Field> of(Standing standing, long wallNanos) {
        List<Field> fields = new ArrayList<>();
        if (Preset.tellRetryAfter(presets)) {
            standing.retryAfterSeconds().ifPresent(seconds -> fields.add(Field.of("Retry-After", seconds)));
        }
        for (Preset preset : presets) {
            switch (preset) {
                case IETF -> IetfFields.newest(standing, fields);
                case IETF_06 -> IetfFields.draft06(standing, fields);
                case IETF_07 -> IetfFields.draft07(standing, fields);
                case X_RATELIMIT -> VendorFields.xRateLimit(standing, wallNanos, fields);
                case GITHUB -> VendorFields.github(standing, wallNanos, fields);
                case X_DELTA -> VendorFields.xDelta(standing, fields);
                case ENVOY -> VendorFields.envoy(standing, fields);
                case KONG -> KongFields.write(standing, fields);
                case RETRY_AFTER_ONLY, NONE -> {}
            }
        }
        return fields;
    }
}
