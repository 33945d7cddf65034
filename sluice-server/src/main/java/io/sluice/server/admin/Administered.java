package io.sluice.server.admin;

import io.sluice.server.limits.Limits;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What the admin door is about.
 *
 * @param draining whether the server is about to end
 * @param stuckLoops a sentence for each event loop that does not turn
 * @param upstreams how each target of the gateway is, as values that JSON can show
 */
public record Administered(
        Limits limits,
        BooleanSupplier draining,
        Supplier<List<String>> stuckLoops,
        Supplier<? extends List<?>> upstreams) {}
