package io.sluice.cli.rules;

import java.util.ArrayList;
import java.util.List;

/** Columns as wide as what is in them; the last one is as long as it likes. */
final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    Table(List<String> headings) {
        rows.add(headings);
    }

    void add(List<String> row) {
        rows.add(row);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                boolean last = column == row.size() - 1;
                text.append(last ? row.get(column) + "\n" : padded(row.get(column), width(column) + 2));
            }
        }
        return text.toString();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
