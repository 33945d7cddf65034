package io.sluice.rules.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A rule file in a document, and what the document says it answers.
 *
 * @param then lines of the block {@code then} below it; empty if there is none
 */
record Example(String document, int line, String yaml, List<String> then) {
    /** Every block of YAML that is a whole rule file. */
    static List<Example> in(Path document) throws IOException {
        List<Example> examples = new ArrayList<>();
        List<String> lines = Files.readAllLines(document);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).equals("```yaml")
                    && i + 1 < lines.size()
                    && lines.get(i + 1).startsWith("version:")) {
                int end = end(lines, i);
                boolean claims = end + 2 < lines.size() && lines.get(end + 2).equals("```then");
                examples.add(new Example(
                        document.getFileName().toString(),
                        i + 1,
                        String.join("\n", lines.subList(i + 1, end)) + "\n",
                        claims ? lines.subList(end + 3, end(lines, end + 2)) : List.of()));
            }
        }
        return examples;
    }

    private static int end(List<String> lines, int begin) {
        int end = begin + 1;
        while (!lines.get(end).equals("```")) {
            end++;
        }
        return end;
    }

    @Override
    public String toString() {
        return document + ":" + line;
    }
}
