package io.sluice.rules.reload;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads a file line by line and collects what is wrong with it. Empty lines and those that begin with # say nothing. */
public final class Lines {
    private static final int SHOWN = 20;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final Path file;
    private final List<BadLinesException.BadLine> bad = new ArrayList<>();
    private int number;
    private int more;

    private Lines(Path file) {
        this.file = file;
    }

    /** Takes a line; throws {@link IllegalArgumentException} with what is wrong, and what would be right. */
    @FunctionalInterface
    public interface Taker {
        void take(String line);
    }

    /**
     * Gives each line that says something to the taker, without white space around it.
     *
     * @throws BadLinesException if the taker did not take them all
     * @throws IOException if the file cannot be read, with its name
     */
    public static void read(Path file, Taker taker) throws IOException {
        new Lines(file).read(taker);
    }

    private void read(Taker taker) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                take(number == 1 && line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line, taker);
            }
        } catch (CharacterCodingException e) {
            wrong("not UTF-8 text from about here on");
        } catch (NoSuchFileException e) {
            throw new IOException(file + ": no such file", e);
        } catch (IOException e) {
            throw new IOException(file + ": cannot be read: " + e.getMessage(), e);
        }
        if (!bad.isEmpty()) {
            throw new BadLinesException(file, bad, more);
        }
    }

    private void take(String line, Taker taker) {
        String text = line.strip();
        if (text.isEmpty() || text.charAt(0) == '#') {
            return;
        }
        try {
            taker.take(text);
        } catch (IllegalArgumentException e) {
            wrong(String.valueOf(e.getMessage()));
        }
    }

    private void wrong(String what) {
        if (bad.size() < SHOWN) {
            bad.add(new BadLinesException.BadLine(number, what));
        } else {
            more++;
        }
    }
}
