package io.sluice.http.field;

import java.util.ArrayList;
import java.util.List;

/** Writes how a client stands in the dialects of a rule file. */
public final class Fields {
    private final List<Preset> presets;

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
