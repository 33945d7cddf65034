package io.sluice.rules.plan;

import io.sluice.rules.Attribute;
import io.sluice.rules.reload.Lines;
import io.sluice.rules.reload.Reloads;
import io.sluice.rules.reload.WatchedFile;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file of {@code value,plan} lines that says who has which plan, read again when it changes.
 *
 * <p>The first line may be a heading that ends with {@code plan}; lines that begin with # are comments. A bad file is not taken, the one
 * before stays in force. Values themselves are not kept, see {@link PlanTable}.
 */
public final class PlanLookup {
    private final Attribute key;
    private final WatchedFile<PlanTable> table;

    private PlanLookup(Attribute key, WatchedFile<PlanTable> table) {
        this.key = key;
        this.table = table;
    }

    /**
     * Reads a file whose lines begin with values of this attribute.
     *
     * @throws IOException if the file cannot be read, with the lines that are wrong
     */
    public static PlanLookup read(Path file, Attribute key) throws IOException {
        return new PlanLookup(key, WatchedFile.read(file, Reloads.PLANS, PlanLookup::table));
    }

    private static PlanTable table(Path file) throws IOException {
        PlanTable table = new PlanTable();
        Heading heading = new Heading();
        Lines.read(file, line -> {
            CsvLine read = CsvLine.parse(line);
            if (!heading.is(read)) {
                table.put(read.value(), read.plan());
            }
        });
        table.trim();
        return table;
    }

    /** The first line that says something, if it names its columns. */
    private static final class Heading {
        private boolean passed;

        boolean is(CsvLine line) {
            boolean first = !passed;
            passed = true;
            return first && line.plan().equalsIgnoreCase("plan");
        }
    }

    /** What the lines begin with. */
    public Attribute key() {
        return key;
    }

    /** Null if no line says so. */
    public @Nullable String plan(String value) {
        return table.get().get(value);
    }

    /** How many values have a plan. */
    public int size() {
        return table.get().size();
    }

    /** Looks at the file now, and reads it if it has changed. */
    public void look() {
        table.look();
    }

    @Override
    public String toString() {
        return table.toString();
    }
}
