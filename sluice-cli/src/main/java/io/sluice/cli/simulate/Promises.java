package io.sluice.cli.simulate;

import java.util.HashMap;
import java.util.Map;

/** Reservations by the id that events gave them, for cancelling. */
final class Promises {
    /** What was promised at {@code t}, or refused then. */
    static final class Promise {
        private final String key;
        private final Subject.Promise reservation;
        private final long t;
        private boolean cancelled;

        private Promise(String key, Subject.Promise reservation, long t) {
            this.key = key;
            this.reservation = reservation;
            this.t = t;
        }

        String key() {
            return key;
        }

        /** Whether there was anything to give back. */
        boolean cancel() {
            cancelled = true;
            return reservation.cancel();
        }

        private boolean isActive(long now) {
            return !cancelled
                    && reservation.decision().granted() > 0
                    && now - t <= reservation.decision().delayNanos();
        }
    }

    private final Map<String, Promise> byId = new HashMap<>();

    void add(Event event, Subject.Promise reservation, long now) {
        byId.put(event.id, new Promise(event.key, reservation, now));
    }

    /** An id serves again once its permits were given back, or could no longer be. */
    void checkUnused(Event event, long now) throws BadInput {
        Promise earlier = byId.get(event.id);
        if (earlier != null && earlier.isActive(now)) {
            throw new BadInput(
                    event.place(Field.ID),
                    "the id " + JsonReader.quoted(event.id) + " is in use; give another, or cancel it before");
        }
    }

    Promise find(Event event) throws BadInput {
        Promise promise = byId.get(event.id);
        if (promise == null) {
            throw new BadInput(
                    event.place(Field.ID),
                    "no reservation has the id " + JsonReader.quoted(event.id) + "; give that of an earlier reserve");
        }
        return promise;
    }
}
