package io.sluice.server.proof;

import io.sluice.server.gateway.access.AccessLog;
import io.sluice.server.gateway.access.Exchange;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Remembers each request that the rules let pass, as {@code METHOD target}. */
final class Passed implements AccessLog {
    /** Those that the gateway sent on, or was about to when they turned out bad. */
    final Queue<String> begun = new ConcurrentLinkedQueue<>();
    /** Those of them that a target answered. */
    final Queue<String> answered = new ConcurrentLinkedQueue<>();

    @Override
    public boolean isOn() {
        return true;
    }

    @Override
    public void log(Exchange exchange) {
        if (exchange.verdict() != null && exchange.verdict().passes()) {
            String query = exchange.request().query();
            String asked =
                    exchange.request().method() + " " + exchange.request().path() + (query == null ? "" : "?" + query);
            begun.add(asked);
            if (exchange.target() != null) {
                answered.add(asked);
            }
        }
    }

    @Override
    public void close() {}
}
