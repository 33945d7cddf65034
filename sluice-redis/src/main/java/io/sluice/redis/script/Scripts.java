package io.sluice.redis.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The scripts, put together from the files under {@code /lua}, each made once. */
final class Scripts {
    static final Script TAKE = made(List.of("take"));

    private static final Map<List<String>, Script> MADE = new ConcurrentHashMap<>();

    private Scripts() {}

    /** The general script for limits of these algorithms. */
    static Script asking(SortedSet<String> algorithms) {
        List<String> files = new ArrayList<>();
        files.add("whole");
        files.addAll(algorithms);
        files.addAll(List.of("limits", "verbs", "ask"));
        return of(files);
    }

    /** The script that has the files of these names, without {@code .lua}, one after another. */
    static Script of(List<String> files) {
        return MADE.computeIfAbsent(files, Scripts::made);
    }

    private static Script made(List<String> files) {
        String text = files.stream().map(Scripts::read).collect(Collectors.joining("\n"));
        return new Script(text, HexFormat.of().formatHex(digest("SHA-1", text.getBytes(StandardCharsets.UTF_8))));
    }

    private static String read(String file) {
        try (InputStream in = Scripts.class.getResourceAsStream("/lua/" + file + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("/lua/" + file + ".lua is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read /lua/" + file + ".lua", e);
        }
    }

    static byte[] digest(String algorithm, byte[] text) {
        try {
            return MessageDigest.getInstance(algorithm).digest(text);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has " + algorithm, e);
        }
    }
}
