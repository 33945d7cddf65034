package io.sluice.rules.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The text of a rule file, which is UTF-8 and not larger than anybody would write. */
final class FileText {
    static final int MOST_BYTES = 4 << 20;

    private FileText() {}

    /** Null if it cannot be had. */
    static @Nullable String read(Path file, Problems problems) {
        try {
            if (Files.isDirectory(file)) {
                problems.error(Place.START, "this is a folder", "name a file in it");
                return null;
            }
            byte[] bytes;
            try (var in = Files.newInputStream(file)) {
                bytes = in.readNBytes(MOST_BYTES + 1);
            }
            return text(bytes, problems);
        } catch (NoSuchFileException e) {
            problems.error(Place.START, "no such file", "give the path of a rule file");
        } catch (AccessDeniedException e) {
            problems.error(Place.START, "permission denied", "let the user that runs this read the file");
        } catch (IOException | SecurityException e) {
            problems.error(Place.START, "the file cannot be read", String.valueOf(e.getMessage()));
        }
        return null;
    }

    private static @Nullable String text(byte[] bytes, Problems problems) {
        if (bytes.length > MOST_BYTES) {
            problems.error(Place.START, "the file is too large", "a rule file has at most 4 MB");
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(in).toString();
        } catch (CharacterCodingException e) {
            String before = new String(bytes, 0, in.position(), StandardCharsets.UTF_8);
            problems.error(endOf(before), "this is not UTF-8", "save the file as UTF-8");
            return null;
        }
    }

    private static Place endOf(String text) {
        int lastLine = text.lastIndexOf('\n') + 1;
        int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
        return new Place(line, 1 + text.codePointCount(lastLine, text.length()));
    }
}
