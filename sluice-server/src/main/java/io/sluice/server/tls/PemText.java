package io.sluice.server.tls;

import io.sluice.server.net.Reasons;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A file of blocks between BEGIN and END, with remarks before, between and behind them. */
record PemText(Path file, String text) {
    static PemText read(Path file) throws IOException {
        try {
            return new PemText(file, Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (NoSuchFileException | AccessDeniedException e) {
            throw new IOException(Reasons.of(e), e);
        } catch (IOException e) {
            throw new IOException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    static String begin(String kind) {
        return "-----BEGIN " + kind + "-----";
    }

    /** What the blocks of this kind stand for, in their order. */
    List<byte[]> blocks(String kind) throws IOException {
        String begin = begin(kind);
        String end = "-----END " + kind + "-----";
        List<byte[]> blocks = new ArrayList<>();
        for (int at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, at + 1)) {
            int to = text.indexOf(end, at);
            if (to < 0) {
                throw new IOException(file + " is not whole: " + end + " is missing");
            }
            blocks.add(decoded(text.substring(at + begin.length(), to)));
        }
        return blocks;
    }

    private byte[] decoded(String base64) throws IOException {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is not whole: " + e.getMessage(), e);
        }
    }
}
