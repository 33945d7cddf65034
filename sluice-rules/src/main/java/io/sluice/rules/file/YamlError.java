package io.sluice.rules.file;

import java.util.List;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Says in plain words why a text is no YAML. */
final class YamlError {
    /** What the parser says, in part, and what we say. {@code opened}: the place is where the thing began that never ended. */
    private record Wording(String theirs, boolean opened, String what, String right) {}

    private static final List<Wording> WORDINGS = List.of(
            new Wording("TAB", false, "a tab", "indent with blanks"),
            new Wording(
                    "found unexpected end of stream",
                    true,
                    "a quote is not closed",
                    "end the text with the quote it began with"),
            new Wording(
                    "mapping values are not allowed here",
                    false,
                    "a colon that begins no value here",
                    "put text that has a colon and a blank in quotes, and check the indentation"),
            new Wording(
                    "could not find expected ':'",
                    true,
                    "a key without a colon",
                    "write key: value, and check the indentation"),
            new Wording("expected ',' or ']'", true, "a list is not closed", "separate with commas and end with ]"),
            new Wording("expected ',' or '}'", true, "a map is not closed", "separate with commas and end with }"),
            new Wording(
                    "expected <block end>", false, "wrong indentation", "things side by side begin in the same column"),
            new Wording(
                    "found unknown escape character",
                    false,
                    "an escape that there is not",
                    "write \\\\ for a backslash, or use single quotes"),
            new Wording(
                    "cannot start any token",
                    false,
                    "text cannot begin with this character",
                    "put the text in quotes"));

    private YamlError() {}

    static void tell(YamlEngineException thrown, String text, Problems problems) {
        if (thrown instanceof MarkedYamlEngineException marked) {
            tell(marked, problems);
        } else if (thrown instanceof ReaderException reader) {
            problems.error(
                    placeOf(text, reader.getPosition()),
                    String.format("the character U+%04X cannot stand in a file", reader.getCodePoint()),
                    "remove it");
        } else {
            problems.error(Place.START, "this is no YAML", Shown.of(String.valueOf(thrown.getMessage())));
        }
    }

    private static void tell(MarkedYamlEngineException thrown, Problems problems) {
        String theirs = String.valueOf(thrown.getProblem());
        for (Wording wording : WORDINGS) {
            if (theirs.contains(wording.theirs)) {
                problems.error(place(thrown, wording.opened), wording.what, wording.right);
                return;
            }
        }
        problems.error(place(thrown, false), "this is no YAML", Shown.of(theirs));
    }

    private static Place place(MarkedYamlEngineException thrown, boolean opened) {
        Mark problem = thrown.getProblemMark().orElse(null);
        Mark context = thrown.getContextMark().orElse(problem);
        Mark mark = opened || problem == null ? context : problem;
        return mark == null ? Place.START : Yaml.place(mark);
    }

    private static Place placeOf(String text, int position) {
        int at = Math.max(0, Math.min(position, text.length()));
        int line =
                1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
        return new Place(line, 1 + at - (text.lastIndexOf('\n', at - 1) + 1));
    }
}
