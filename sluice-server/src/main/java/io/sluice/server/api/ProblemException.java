package io.sluice.server.api;

/** A question that cannot be understood. */
final class ProblemException extends Exception {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("serial") // never sent anywhere
    final Problem problem;

    ProblemException(String pointer, String detail) {
        super(detail, null, false, false);
        this.problem = Problem.at(pointer, detail);
    }
}
