package io.sluice.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Events of every kind for {@code simulate}, at whole microseconds; now and then a pause. */
final class RandomEvents {
    /** When a reservation may be cancelled so that memory and Redis undo it to the nanosecond alike. */
    enum Cancels {
        ANY_TIME,
        /** Promises lie between microseconds, which Redis rounds up: undone exactly while nobody wrote since. */
        AT_ONCE,
        /** A log that grows in memory keeps the limits beside it from being put back as they were. */
        NEVER
    }

    private final Random random;
    private final Cancels cancels;
    /** Nanoseconds: a whole number of microseconds. */
    private final long unit;

    private final List<String> reserved = new ArrayList<>();
    private final StringBuilder all = new StringBuilder();
    private long nanos;

    RandomEvents(Random random, Cancels cancels, long unit) {
        this.random = random;
        this.cancels = cancels;
        this.unit = unit;
    }

    String make(int events) {
        boolean cancelNow = false;
        for (int i = 0; i < events; i++) {
            if (cancelNow) {
                add(cancelled(reserved.size() - 1));
                cancelNow = false;
                continue;
            }
            nanos += unit * random.nextInt(random.nextInt(20) == 0 ? 3_000_000 : 120_000);
            int before = reserved.size();
            add(event(i));
            cancelNow = cancels != Cancels.NEVER && reserved.size() > before && random.nextBoolean();
        }
        return all.toString();
    }

    private void add(String event) {
        all.append("{\"t\":").append(nanos).append(",\"key\":\"k").append(random.nextInt(3));
        all.append('"').append(event).append("}\n");
    }

    private String event(int i) {
        String permits = ",\"permits\":" + random.nextInt(5);
        return switch (random.nextInt(20)) {
            case 0 -> ",\"op\":\"peek\"" + permits;
            case 1 -> ",\"op\":\"acquire_at_most\"" + permits;
            case 2 -> ",\"op\":\"refund\"" + atLeastOne();
            case 3 -> ",\"op\":\"penalize\"" + permits;
            case 4 -> random.nextInt(4) == 0 ? ",\"op\":\"reset\"" : permits;
            case 5 -> random.nextInt(4) == 0 ? ",\"op\":\"block\",\"durationNanos\":500000000" : permits;
            case 6 -> ",\"op\":\"unblock\"";
            case 7, 8, 9 -> reserve("r" + i);
            case 10, 11 ->
                cancels == Cancels.ANY_TIME && !reserved.isEmpty()
                        ? cancelled(random.nextInt(reserved.size()))
                        : permits;
            default -> permits;
        };
    }

    private String atLeastOne() {
        return ",\"permits\":" + (1 + random.nextInt(4));
    }

    private String reserve(String id) {
        reserved.add(id);
        String longest = random.nextBoolean() ? "" : ",\"maxWaitNanos\":" + 1_000L * random.nextInt(2_000_000);
        return ",\"op\":\"reserve\",\"id\":\"" + id + '"' + atLeastOne() + longest;
    }

    private String cancelled(int index) {
        return ",\"op\":\"cancel\",\"id\":\"" + reserved.remove(index) + '"';
    }
}
