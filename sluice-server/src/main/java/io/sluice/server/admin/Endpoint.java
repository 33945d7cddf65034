package io.sluice.server.admin;

import java.util.function.Function;

/**
 * Something that the admin door answers to.
 *
 * @param answer runs on a thread that may wait; an {@link IllegalArgumentException} is the asker's fault and says what would be right
 */
record Endpoint(String method, String path, Right right, Function<AdminRequest, Reply> answer) {
    /** What it takes to be answered. */
    enum Right {
        /** Nothing, wherever the door is. */
        OPEN,
        /** The token, unless the door is on loopback. */
        READ,
        /** The token. */
        WRITE
    }

    static Endpoint open(String path, Function<AdminRequest, Reply> answer) {
        return new Endpoint("GET", path, Right.OPEN, answer);
    }

    static Endpoint read(String path, Function<AdminRequest, Reply> answer) {
        return new Endpoint("GET", path, Right.READ, answer);
    }

    static Endpoint write(String path, Function<AdminRequest, Reply> answer) {
        return new Endpoint("POST", path, Right.WRITE, answer);
    }

    boolean takes(String asked) {
        return method.equals(asked) || (method.equals("GET") && asked.equals("HEAD"));
    }

    /** For the Allow field. */
    String methods() {
        return method.equals("GET") ? "GET, HEAD" : method;
    }
}
