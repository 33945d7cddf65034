package io.sluice.rules.reload;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** How often files of a kind have been read again in this process. */
public final class Reloads {
    public static final Reloads RULES = new Reloads("rules");
    public static final Reloads LISTS = new Reloads("lists");
    public static final Reloads PLANS = new Reloads("plans");
    public static final Reloads KEYS = new Reloads("keys");
    public static final List<Reloads> ALL = List.of(RULES, LISTS, PLANS, KEYS);

    private final String kind;
    private final LongAdder taken = new LongAdder();
    private final LongAdder bad = new LongAdder();

    private Reloads(String kind) {
        this.kind = kind;
    }

    void countTaken() {
        taken.increment();
    }

    void countBad() {
        bad.increment();
    }

    /** Changed, found to be right, and in force. */
    public long taken() {
        return taken.sum();
    }

    /** Changed, but wrong or not to be read: what was before stays in force. */
    public long bad() {
        return bad.sum();
    }

    /** The kind of file. */
    @Override
    public String toString() {
        return kind;
    }
}
