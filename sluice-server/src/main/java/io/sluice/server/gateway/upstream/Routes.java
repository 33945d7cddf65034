package io.sluice.server.gateway.upstream;

import io.netty.util.concurrent.FastThreadLocal;
import io.sluice.rules.PathSettings;
import io.sluice.rules.RouteSettings;
import io.sluice.rules.match.HostGlob;
import io.sluice.rules.match.PathIndex;
import io.sluice.rules.match.PathPattern;
import io.sluice.rules.match.Walk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The routes of one rule file. Finding one allocates nothing. */
final class Routes implements Upstreams {
    private static final FastThreadLocal<Scratch> SCRATCH = new FastThreadLocal<>() {
        @Override
        protected Scratch initialValue() {
            return new Scratch();
        }
    };

    /** What a search writes on. */
    private static final class Scratch {
        final Walk walk = new Walk();
        long[] found = new long[1];

        long[] cleared(int bits) {
            int words = (bits + 63) >>> 6;
            if (found.length < words) {
                found = new long[words];
            } else {
                Arrays.fill(found, 0);
            }
            return found;
        }
    }

    private record Route(@Nullable HostGlob host, boolean anyPath, BalancedUpstream upstream) {
        boolean takes(@Nullable String name) {
            return host == null || (name != null && host.covers(name));
        }
    }

    private final Route[] routes;
    private final @Nullable PathIndex paths;

    /** @param upstreams by name, all that the routes name; the only one where there are no routes */
    Routes(List<RouteSettings> settings, Map<String, BalancedUpstream> upstreams, PathSettings spelling) {
        List<@Nullable PathPattern> patterns = new ArrayList<>();
        List<Route> all = new ArrayList<>();
        for (RouteSettings route : settings) {
            patterns.add(route.path());
            all.add(new Route(
                    route.host() == null ? null : new HostGlob(route.host()),
                    route.path() == null,
                    Objects.requireNonNull(upstreams.get(route.upstream()), route.upstream())));
        }
        if (settings.isEmpty()) {
            upstreams.values().forEach(upstream -> all.add(new Route(null, true, upstream)));
        }
        this.routes = all.toArray(Route[]::new);
        this.paths = patterns.stream().allMatch(Objects::isNull) ? null : PathIndex.of(patterns, spelling);
    }

    @Override
    public @Nullable Upstream find(@Nullable String host, String path) {
        long[] fitting = paths == null ? null : fitting(paths, path);
        for (int i = 0; i < routes.length; i++) {
            Route route = routes[i];
            if ((route.anyPath || (fitting != null && (fitting[i >>> 6] & 1L << i) != 0)) && route.takes(host)) {
                return route.upstream;
            }
        }
        return null;
    }

    private long[] fitting(PathIndex index, String path) {
        Scratch scratch = SCRATCH.get();
        long[] found = scratch.cleared(routes.length);
        index.find(path, found, scratch.walk);
        return found;
    }
}
