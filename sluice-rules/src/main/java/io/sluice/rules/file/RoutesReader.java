package io.sluice.rules.file;

import io.sluice.rules.RouteSettings;
import io.sluice.rules.UpstreamSettings;
import io.sluice.rules.file.Node.Entry;
import io.sluice.rules.file.Node.Scalar;
import io.sluice.rules.file.Node.Sequence;
import io.sluice.rules.match.PathPattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code upstreams} and {@code routes}. */
final class RoutesReader {
    private final UpstreamReader upstreams;
    private final Problems problems;

    RoutesReader(NamedFiles files, Problems problems) {
        this.upstreams = new UpstreamReader(files, problems);
        this.problems = problems;
    }

    List<UpstreamSettings> upstreams(Settings all) {
        List<UpstreamSettings> found = new ArrayList<>();
        UniqueNames names = new UniqueNames("upstream", problems);
        for (Entry entry : all.entries()) {
            names.add(entry.key());
            found.add(upstreams.read(entry.name(), entry.value()));
        }
        return found;
    }

    List<RouteSettings> routes(Settings file, List<UpstreamSettings> upstreams) {
        List<String> names = upstreams.stream().map(UpstreamSettings::name).toList();
        if (names.size() > 1 && !file.has("routes")) {
            problems.error(
                    file.place("upstreams"),
                    names.size() + " upstreams and no routes",
                    "add routes: [{ path: /**, upstream: " + names.get(0) + " }]");
        }
        List<RouteSettings> routes = new ArrayList<>();
        for (Node item : file.get("routes") instanceof Sequence list ? list.items() : List.<Node>of()) {
            routes.add(route(new Settings(item), names));
        }
        return routes;
    }

    private RouteSettings route(Settings said, List<String> names) {
        Scalar host = said.text("host");
        Scalar upstream = said.text("upstream");
        if (upstream != null && !names.contains(upstream.value())) {
            problems.error(
                    upstream.place(),
                    "unknown upstream " + upstream.shown(),
                    names.isEmpty()
                            ? "add upstreams: { " + upstream.shown() + ": http://127.0.0.1:9000 }"
                            : Nearest.orAll(upstream.value(), names));
        }
        return new RouteSettings(
                host == null ? null : host.value(), path(said.text("path")), upstream == null ? "" : upstream.value());
    }

    private @Nullable PathPattern path(@Nullable Scalar text) {
        if (text == null) {
            return null;
        }
        try {
            return PathPattern.parse(text.value());
        } catch (IllegalArgumentException e) {
            problems.error(text.place(), e);
            return null;
        }
    }
}
