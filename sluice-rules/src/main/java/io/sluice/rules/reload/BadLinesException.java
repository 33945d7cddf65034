package io.sluice.rules.reload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A file of lines, some of which are wrong; the message says which, with what would be right. */
public final class BadLinesException extends IOException {
    private static final long serialVersionUID = 1L;

    BadLinesException(Path file, List<BadLine> lines, int more) {
        super(lines.stream()
                        .map(line -> file + ":" + line.number() + ": " + line.what())
                        .collect(Collectors.joining("\n"))
                + (more == 0 ? "" : "\nand " + more + " more"));
    }

    record BadLine(int number, String what) {}
}
