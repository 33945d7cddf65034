package io.sluice.server.resp;

/** {@code HELLO [2|3 [AUTH user password] [SETNAME name]]}. */
final class HelloCommand {
    private static final byte[] AUTH = Command.word("auth");
    private static final byte[] SETNAME = Command.word("setname");
    private static final String NOT_LOGGED_IN = "NOAUTH HELLO must be called with the client already authenticated,"
            + " otherwise the HELLO <proto> AUTH <user> <pass> option can be used to authenticate the client and select"
            + " the RESP protocol version at the same time";

    private final Request request;
    private final Session session;
    private final Login login;
    private final Replies out;
    private String name;

    private HelloCommand(Request request, Session session, Login login, Replies out) {
        this.request = request;
        this.session = session;
        this.login = login;
        this.out = out;
        this.name = session.name();
    }

    static void run(Request request, Session session, Login login, Replies out) {
        new HelloCommand(request, session, login, out).run();
    }

    private void run() {
        int version = version();
        if (version == 0 || !options(2)) {
            return;
        }
        if (!session.isLoggedIn()) {
            out.error(NOT_LOGGED_IN);
            return;
        }
        session.call(name);
        session.speak(version);
        answer(version);
    }

    /** The one in use unless one is named; 0 if that is none. */
    private int version() {
        if (request.count() == 1) {
            return session.isResp3() ? 3 : 2;
        }
        long version = Digits.ofArgument(request.bytes(), request.from(1), request.to(1));
        if (version == Digits.NONE) {
            out.error("ERR Protocol version is not an integer or out of range");
        } else if (version != 2 && version != 3) {
            out.error("NOPROTO unsupported protocol version");
        }
        return version == 2 || version == 3 ? (int) version : 0;
    }

    private boolean options(int at) {
        if (at >= request.count()) {
            return true;
        }
        if (request.is(at, AUTH) && request.count() - at > 2) {
            return login.logIn(request, at + 1, session, out) && options(at + 3);
        }
        if (request.is(at, SETNAME) && request.count() - at > 1) {
            name = request.text(at + 1);
            if (ClientCommand.isPlain(name)) {
                return options(at + 2);
            }
            out.error("ERR Client names cannot contain spaces, newlines or special characters.");
            return false;
        }
        out.error("ERR Syntax error in HELLO option '" + request.shown(at, 128) + "'");
        return false;
    }

    private void answer(int version) {
        out.map(7, session);
        pair("server", "redis");
        pair("version", InfoText.REDIS_VERSION);
        out.bulk("proto");
        out.number(version);
        out.bulk("id");
        out.number(session.id());
        pair("mode", "standalone");
        pair("role", "master");
        out.bulk("modules");
        out.array(0);
    }

    private void pair(String key, String value) {
        out.bulk(key);
        out.bulk(value);
    }
}
