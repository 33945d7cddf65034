package io.sluice.http.client;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The Forwarded header of RFC 7239: {@code for=192.0.2.43, for="[2001:db8::1]:4711";proto=https}.
 *
 * <p>A line is read as a whole or not at all: an open quote that a client sent must not swallow what a proxy appended.
 */
final class ForwardedText {
    private static final String MALFORMED = "";
    private static final String TOKEN_SIGNS = "!#$%&'*+-.^_`|~";

    private final String line;
    private final Deque<String> nodes = new ArrayDeque<>();
    private int at;

    private ForwardedText(String line) {
        this.line = line;
    }

    static Nodes nodes(String line) {
        ForwardedText text = new ForwardedText(line);
        if (!text.readElements()) {
            text.nodes.clear();
            text.nodes.add(MALFORMED);
        }
        return text.nodes::pollLast;
    }

    private boolean readElements() {
        while (true) {
            skipBlanks();
            if (!atEnd() && line.charAt(at) != ',' && !readElement()) {
                return false;
            }
            if (atEnd()) {
                return true;
            }
            if (line.charAt(at++) != ',') {
                return false;
            }
        }
    }

    /** Pairs up to a comma; an element that does not say {@code for} names no node. */
    private boolean readElement() {
        String node = MALFORMED;
        boolean found = false;
        do {
            skipBlanks();
            String name = token();
            if (name.isEmpty() || !skip('=')) {
                return false;
            }
            String value = value();
            boolean isNode = name.equalsIgnoreCase("for");
            if (value == null || (isNode && found)) {
                return false;
            }
            if (isNode) {
                node = value;
                found = true;
            }
            skipBlanks();
        } while (skip(';'));
        nodes.add(node);
        return true;
    }

    private @Nullable String value() {
        if (!skip('"')) {
            String token = token();
            return token.isEmpty() ? null : token;
        }
        StringBuilder value = new StringBuilder();
        while (!atEnd() && line.charAt(at) != '"') {
            if (line.charAt(at) == '\\') {
                at++;
            }
            if (!atEnd()) {
                value.append(line.charAt(at++));
            }
        }
        return skip('"') ? value.toString() : null;
    }

    private String token() {
        int from = at;
        while (!atEnd() && isTokenChar(line.charAt(at))) {
            at++;
        }
        return line.substring(from, at);
    }

    private static boolean isTokenChar(char c) {
        return (c < 0x7F && Character.isLetterOrDigit(c)) || TOKEN_SIGNS.indexOf(c) >= 0;
    }

    private boolean skip(char expected) {
        boolean there = !atEnd() && line.charAt(at) == expected;
        at += there ? 1 : 0;
        return there;
    }

    private void skipBlanks() {
        while (!atEnd() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
            at++;
        }
    }

    private boolean atEnd() {
        return at >= line.length();
    }
}
