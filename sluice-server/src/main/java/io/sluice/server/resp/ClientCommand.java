package io.sluice.server.resp;

import java.util.Locale;

/** {@code CLIENT}: what libraries tell of themselves when they connect. */
final class ClientCommand {
    private static final String BAD_NAME = "ERR Client names cannot contain spaces, newlines or special characters.";

    private final Request request;
    private final Session session;
    private final Replies out;

    private ClientCommand(Request request, Session session, Replies out) {
        this.request = request;
        this.session = session;
        this.out = out;
    }

    static void run(Request request, Session session, Replies out) {
        new ClientCommand(request, session, out).run();
    }

    private void run() {
        String verb = request.text(1).toLowerCase(Locale.ROOT);
        switch (verb) {
            case "setname" -> exactly(3, verb, this::setName);
            case "getname" -> exactly(2, verb, this::getName);
            case "id" -> exactly(2, verb, () -> out.number(session.id()));
            case "info" -> exactly(2, verb, () -> out.verbatim(info(), session));
            case "setinfo" -> exactly(4, verb, this::setInfo);
            case "no-evict", "no-touch" -> exactly(3, verb, this::onOrOff);
            case "kill" -> out.error("NOPERM connections cannot end each other here");
            default -> out.error(Subcommands.unknown(request, "CLIENT"));
        }
    }

    private void exactly(int count, String verb, Runnable task) {
        if (request.count() == count) {
            task.run();
        } else {
            out.error(Command.wrongArity("client|" + verb));
        }
    }

    private void setName() {
        String name = request.text(2);
        if (isPlain(name)) {
            session.call(name);
            out.status("OK");
        } else {
            out.error(BAD_NAME);
        }
    }

    static boolean isPlain(String name) {
        return name.chars().allMatch(c -> c >= '!' && c <= '~');
    }

    private void getName() {
        if (session.name().isEmpty()) {
            out.missing(session);
        } else {
            out.bulk(session.name());
        }
    }

    private void setInfo() {
        String what = request.text(2).toLowerCase(Locale.ROOT);
        if (!what.equals("lib-name") && !what.equals("lib-ver")) {
            out.error("ERR Unrecognized option '" + request.shown(2, 128) + "'");
        } else if (!isPlain(request.text(3))) {
            out.error("ERR " + what + " cannot contain spaces, newlines or special characters.");
        } else {
            out.status("OK");
        }
    }

    private void onOrOff() {
        String word = request.text(2).toLowerCase(Locale.ROOT);
        if (word.equals("on") || word.equals("off")) {
            out.status("OK");
        } else {
            out.error("ERR syntax error");
        }
    }

    private String info() {
        return "id=" + session.id() + " name=" + session.name() + " db=" + session.database() + " resp="
                + (session.isResp3() ? 3 : 2) + "\n";
    }
}
