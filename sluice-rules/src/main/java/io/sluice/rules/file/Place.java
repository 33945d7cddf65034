package io.sluice.rules.file;

/** Where something stands in the file, counted from 1; columns in code points. */
record Place(int line, int column) {
    static final Place START = new Place(1, 1);

    Place right(int columns) {
        return new Place(line, column + columns);
    }
}
