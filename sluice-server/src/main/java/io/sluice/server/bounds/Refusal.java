package io.sluice.server.bounds;

/** How a connection gives up the request that it is reading. */
@FunctionalInterface
public interface Refusal {
    /** Why. */
    enum Cause {
        /** The requests that are not whole hold too much memory, and this one is among the largest. */
        TOO_LARGE("Unfinished requests hold too much memory here, and this was one of the largest; try again later."),
        /** The client has not sent all of it in time. */
        TOO_LATE("The request did not come in time.");

        private final String sentence;

        Cause(String sentence) {
            this.sentence = sentence;
        }

        /** For the client. */
        public String sentence() {
            return sentence;
        }
    }

    /**
     * Lets go of what is held, tells the client, and closes. Runs on the event loop of the connection, also from within {@link Account#hold}. A connection that no longer holds what it accounted for
     * may correct its account instead.
     */
    void refuse(Cause cause);
}
