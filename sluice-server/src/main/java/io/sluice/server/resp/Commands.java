package io.sluice.server.resp;

import java.util.Optional;
import java.util.function.IntSupplier;

/** Answers everything but {@code CL.THROTTLE}. */
final class Commands {
    /** What becomes of the connection. */
    enum Next {
        GO_ON,
        CLOSE
    }

    private static final int DATABASES = 16;
    private static final String NO_CLUSTER = "ERR This instance has cluster support disabled";
    private static final byte[] POST = Command.word("post");
    private static final byte[] HOST = Command.word("host:");
    private static final byte[] GET = Command.word("get");
    private static final byte[] SAVE = Command.word("save");
    private static final byte[] APPENDONLY = Command.word("appendonly");

    private final Login login;
    private final InfoText info;
    private final IntSupplier connections;

    Commands(Login login, InfoText info, IntSupplier connections) {
        this.login = login;
        this.info = info;
        this.connections = connections;
    }

    Next run(Request request, Session session, Replies out) {
        Optional<Command> known = Command.named(request, 0);
        if (known.isEmpty() && isOfHttp(request)) {
            return Next.CLOSE;
        }
        if (known.isEmpty()) {
            out.error(session.isLoggedIn() ? Subcommands.unknownCommand(request) : Login.NEEDED);
            return Next.GO_ON;
        }
        Command command = known.get();
        if (!command.takes(request.count())) {
            out.error(Command.wrongArity(command.text()));
        } else if (!session.isLoggedIn() && !command.isForEverybody()) {
            out.error(Login.NEEDED);
        } else {
            run(command, request, session, out);
        }
        return command == Command.QUIT ? Next.CLOSE : Next.GO_ON;
    }

    /** A page in somebody's browser may have it send what it likes behind these, also to where only the browser gets. Redis does not go on there either. */
    private static boolean isOfHttp(Request request) {
        return request.is(0, POST) || request.is(0, HOST);
    }

    private void run(Command command, Request request, Session session, Replies out) {
        switch (command) {
            case AUTH -> login.auth(request, session, out);
            case CLIENT -> ClientCommand.run(request, session, out);
            case CLUSTER, READONLY -> out.error(NO_CLUSTER);
            case COMMAND -> CommandCommand.run(request, session, out);
            case CONFIG -> config(request, session, out);
            case ECHO -> out.bulk(request.bytes(), request.from(1), request.to(1));
            case HELLO -> HelloCommand.run(request, session, login, out);
            case INFO -> info.run(request, session, out, connections.getAsInt());
            case PING -> ping(request, out);
            case QUIT -> out.status("OK");
            case RESET -> reset(session, out);
            case SELECT -> select(request, session, out);
            case CL_THROTTLE -> throw new AssertionError("answered before");
        }
    }

    /** Nothing can be set; what Redis would write to disk is asked about all the same. */
    private static void config(Request request, Session session, Replies out) {
        if (!request.is(1, GET)) {
            out.error(Subcommands.unknown(request, "CONFIG"));
        } else if (request.count() == 2) {
            out.error(Command.wrongArity("config|get"));
        } else if (request.is(2, SAVE) || request.is(2, APPENDONLY)) {
            out.map(1, session);
            out.bulk(request.bytes(), request.from(2), request.to(2));
            out.bulk(request.is(2, SAVE) ? "" : "no");
        } else {
            out.map(0, session);
        }
    }

    private static void ping(Request request, Replies out) {
        if (request.count() > 2) {
            out.error(Command.wrongArity("ping"));
        } else if (request.count() == 2) {
            out.bulk(request.bytes(), request.from(1), request.to(1));
        } else {
            out.status("PONG");
        }
    }

    private static void reset(Session session, Replies out) {
        session.reset();
        out.status("RESET");
    }

    private static void select(Request request, Session session, Replies out) {
        long index = Digits.ofProtocol(request.bytes(), request.from(1), request.to(1));
        if (index == Digits.NONE) {
            out.error("ERR value is not an integer or out of range");
        } else if (index < 0 || index >= DATABASES) {
            out.error("ERR DB index is out of range");
        } else {
            session.select((int) index);
            out.status("OK");
        }
    }
}
