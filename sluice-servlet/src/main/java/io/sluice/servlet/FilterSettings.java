package io.sluice.servlet;

import io.sluice.core.Clock;
import io.sluice.http.answer.Cors;
import io.sluice.rules.RuleEngine;
import java.util.Set;

/**
 * What a filter goes by: {@code FilterSettings.of(engine, clock).allowOrigins("https://app.example").filter()}.
 *
 * @param clock the clock of the engine's store
 * @param cors origins whose scripts may see refusals
 * @param async whether requests that support it wait without a thread
 * @param mostWaiting so many requests are delayed at a time; further ones are refused
 * @param atEnd runs when the filter is destroyed
 */
public record FilterSettings(
        RuleEngine engine, Clock clock, Cors cors, boolean async, int mostWaiting, Runnable atEnd) {
    private static final int MOST_WAITING = 10_000;

    /** The engine stays open when the filter is destroyed. */
    public static FilterSettings of(RuleEngine engine, Clock clock) {
        return new FilterSettings(engine, clock, Cors.NONE, true, MOST_WAITING, () -> {});
    }

    public FilterSettings allowOrigins(String... origins) {
        return new FilterSettings(engine, clock, new Cors(Set.of(origins)), async, mostWaiting, atEnd);
    }

    /** Waits in the request's own thread: for applications whose filters are not mapped for the ASYNC dispatch. */
    public FilterSettings waitInThread() {
        return new FilterSettings(engine, clock, cors, false, mostWaiting, atEnd);
    }

    public FilterSettings mostWaiting(int most) {
        return new FilterSettings(engine, clock, cors, async, most, atEnd);
    }

    /** Runs when the filter is destroyed, such as {@code engine::close}. */
    public FilterSettings atEnd(Runnable task) {
        return new FilterSettings(engine, clock, cors, async, mostWaiting, task);
    }

    public RateLimitFilter filter() {
        return new RateLimitFilter(this);
    }
}
