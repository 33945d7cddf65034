package io.sluice.server.resp;

/** What a connection has said about itself. */
final class Session {
    private final long id;
    private final boolean passwordSet;
    private boolean loggedIn;
    private boolean resp3;
    private int database;
    private String name = "";

    Session(long id, boolean passwordSet) {
        this.id = id;
        this.passwordSet = passwordSet;
        this.loggedIn = !passwordSet;
    }

    /** As it was when the connection was opened. */
    void reset() {
        loggedIn = !passwordSet;
        resp3 = false;
        database = 0;
        name = "";
    }

    long id() {
        return id;
    }

    boolean isLoggedIn() {
        return loggedIn;
    }

    void logIn() {
        loggedIn = true;
    }

    boolean isResp3() {
        return resp3;
    }

    void speak(int version) {
        resp3 = version == 3;
    }

    /** Keys of different databases never meet. */
    int database() {
        return database;
    }

    void select(int database) {
        this.database = database;
    }

    /** Empty where none was given. */
    String name() {
        return name;
    }

    void call(String name) {
        this.name = name;
    }
}
