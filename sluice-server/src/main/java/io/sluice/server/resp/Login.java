package io.sluice.server.resp;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/** Who may ask: everybody, or who knows the password. */
final class Login {
    static final String NEEDED = "NOAUTH Authentication required.";

    private static final String WRONG = "WRONGPASS invalid username-password pair or user is disabled.";
    private static final String NONE_SET = "ERR AUTH <password> called without any password configured for the default"
            + " user. Are you sure your configuration is correct?";
    private static final byte[] USER = Command.word("default");

    private final Optional<byte[]> password;

    Login(Optional<String> password) {
        this.password = password.map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    boolean isNeeded() {
        return password.isPresent();
    }

    /** {@code AUTH [user] password}. */
    void auth(Request request, Session session, Replies out) {
        if (request.count() == 2 && password.isEmpty()) {
            out.error(NONE_SET);
        } else if (request.count() == 2) {
            answer(matches(request, 1), session, out);
        } else if (request.count() == 3) {
            answer(matches(request, 1, 2), session, out);
        } else {
            out.error(request.count() < 2 ? Command.wrongArity("auth") : "ERR syntax error");
        }
    }

    private static void answer(boolean right, Session session, Replies out) {
        if (right) {
            session.logIn();
            out.status("OK");
        } else {
            out.error(WRONG);
        }
    }

    /** Logs in by a user and password among the arguments, or says why not. */
    boolean logIn(Request request, int user, Session session, Replies out) {
        boolean right = matches(request, user, user + 1);
        if (right) {
            session.logIn();
        } else {
            out.error(WRONG);
        }
        return right;
    }

    private boolean matches(Request request, int user, int secret) {
        return request.is(user, USER) && (password.isEmpty() || matches(request, secret));
    }

    private boolean matches(Request request, int secret) {
        return password.isPresent() && MessageDigest.isEqual(password.get(), request.copy(secret));
    }
}
