package io.sluice.rules.key;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Values so long that their digest takes their place: a client decides what it sends, not how long our keys are. */
final class Lengthy {
    private static final int LONGEST = 512;

    private Lengthy() {}

    static String shortened(String value) {
        return value.length() <= LONGEST ? value : digest(value);
    }

    private static String digest(String value) {
        try {
            byte[] all = MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_16));
            return "sha256-" + HexFormat.of().formatHex(all);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
