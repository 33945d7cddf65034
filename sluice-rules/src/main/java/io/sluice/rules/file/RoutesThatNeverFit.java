package io.sluice.rules.file;

import io.sluice.rules.RouteSettings;
import io.sluice.rules.RuleSet;
import io.sluice.rules.UpstreamSettings;
import io.sluice.rules.file.Node.Sequence;
import io.sluice.rules.match.PathPattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A route behind one that takes all it could take, or an upstream that no route leads to. */
final class RoutesThatNeverFit implements Doubts.Doubt {
    @Override
    public void look(RuleSet rules, Places places, Doubts.Warnings warnings) {
        List<RouteSettings> routes = rules.routes();
        List<Node> written = places.find("routes") instanceof Sequence list ? list.items() : List.of();
        for (int i = 1; i < routes.size(); i++) {
            for (int before = 0; before < i; before++) {
                if (takesAll(routes.get(before), routes.get(i))) {
                    warnings.add(
                            written.get(i).place(),
                            "this route is never taken: the one on line "
                                    + written.get(before).place().line() + " fits before it",
                            "put it before that one, or drop it");
                    break;
                }
            }
        }
        for (UpstreamSettings upstream : routes.isEmpty() ? List.<UpstreamSettings>of() : rules.upstreams()) {
            if (routes.stream().noneMatch(route -> route.upstream().equals(upstream.name()))) {
                warnings.add(
                        places.of("upstreams", upstream.name()), "no route leads to upstream " + upstream.name(), "");
            }
        }
    }

    private static boolean takesAll(RouteSettings first, RouteSettings second) {
        return takesHost(first.host(), second.host()) && takesPath(first.path(), second.path());
    }

    private static boolean takesHost(@Nullable String first, @Nullable String second) {
        return first == null || first.equals("*") || (second != null && first.equalsIgnoreCase(second));
    }

    private static boolean takesPath(@Nullable PathPattern first, @Nullable PathPattern second) {
        if (first == null || first.toString().equals("/**")) {
            return true;
        }
        if (second == null || first.equals(second)) {
            return second != null;
        }
        String open = first.toString();
        String below = open.endsWith("/**") ? open.substring(0, open.length() - 2) : "";
        return !below.isEmpty() && below.indexOf('*') < 0 && below.indexOf('{') < 0 && (second + "/").startsWith(below);
    }
}
