package io.sluice.server.gateway.upstream;

import io.sluice.rules.UpstreamSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What another rule file changes about upstreams, in one line. */
final class UpstreamChanges {
    private UpstreamChanges() {}

    /** {@code app changed, web added, old removed}; empty if nothing has. */
    static String between(List<UpstreamSettings> before, List<UpstreamSettings> now) {
        Map<String, UpstreamSettings> gone = new LinkedHashMap<>();
        before.forEach(upstream -> gone.put(upstream.name(), upstream));
        List<String> changes = new ArrayList<>();
        for (UpstreamSettings upstream : now) {
            UpstreamSettings was = gone.remove(upstream.name());
            if (!upstream.equals(was)) {
                changes.add(upstream.name() + (was == null ? " added" : " changed"));
            }
        }
        gone.keySet().forEach(name -> changes.add(name + " removed"));
        return String.join(", ", changes);
    }
}
