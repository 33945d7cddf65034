package io.sluice.server.resp;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What this door understands, as {@code COMMAND} tells it. */
enum Command {
    CL_THROTTLE("cl.throttle", -1, 1, "write denyoom fast", "Takes from a key's limit, or says when to come back."),
    AUTH("auth", -2, 0, "noscript loading stale fast no_auth", "Logs in."),
    CLIENT("client", -2, 0, "noscript loading stale", "About this connection."),
    CLUSTER("cluster", -2, 0, "loading stale", "Refused: this is one server."),
    COMMAND("command", -1, 0, "loading stale", "What can be asked."),
    CONFIG("config", -2, 0, "admin noscript loading stale", "Settings: there are none."),
    ECHO("echo", 2, 0, "fast", "Answers what it was told."),
    HELLO("hello", -1, 0, "noscript loading stale fast no_auth", "Chooses the protocol, and logs in."),
    INFO("info", -1, 0, "loading stale", "About this server."),
    PING("ping", -1, 0, "fast", "Answers."),
    QUIT("quit", -1, 0, "noscript loading stale fast no_auth", "Ends the connection."),
    READONLY("readonly", 1, 0, "loading stale fast", "Refused: this is one server."),
    RESET("reset", 1, 0, "noscript loading stale fast no_auth", "Makes the connection as good as new."),
    SELECT("select", 2, 0, "loading stale fast", "Chooses a database: keys of different ones never meet.");

    private static final Map<String, Command> BY_TEXT =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(Command::text, command -> command));

    private final String text;
    private final int arity;
    private final int firstKey;
    private final String summary;
    /** As Redis calls them, with spaces between. */
    private final String flags;

    Command(String text, int arity, int firstKey, String flags, String summary) {
        this.text = text;
        this.arity = arity;
        this.firstKey = firstKey;
        this.summary = summary;
        this.flags = flags;
    }

    /** As {@link Request#is} compares it. */
    static byte[] word(String text) {
        return text.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The one that an argument names. */
    static Optional<Command> named(Request request, int i) {
        return Optional.ofNullable(BY_TEXT.get(request.text(i).toLowerCase(Locale.ROOT)));
    }

    static String wrongArity(String name) {
        return "ERR wrong number of arguments for '" + name + "' command";
    }

    String text() {
        return text;
    }

    /** The name counts; below zero it is the least, and more may follow. */
    boolean takes(int arguments) {
        return arity > 0 ? arguments == arity : arguments >= -arity;
    }

    boolean isForEverybody() {
        return flags.endsWith("no_auth");
    }

    /** In the form of {@code COMMAND}. */
    void describe(Session session, Replies out) {
        out.array(10);
        out.bulk(text);
        out.number(arity);
        String[] words = flags.split(" ", -1);
        set(words.length, session, out);
        for (String word : words) {
            out.status(word);
        }
        out.number(firstKey);
        out.number(firstKey);
        out.number(firstKey);
        set(0, session, out);
        out.array(0);
        out.array(0);
        out.array(0);
    }

    private static void set(int length, Session session, Replies out) {
        out.header(session.isResp3() ? '~' : '*', length);
    }

    /** In the form of {@code COMMAND DOCS}. */
    void document(Session session, Replies out) {
        out.bulk(text);
        out.map(2, session);
        out.bulk("summary");
        out.bulk(summary);
        out.bulk("group");
        out.bulk(this == CL_THROTTLE ? "module" : "connection");
    }
}
