package io.sluice.http.path;

import io.sluice.rules.Attributes;
import io.sluice.rules.PathReading;
import io.sluice.rules.PathReading.Place;
import io.sluice.rules.RuleEngine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The other ways in which servers read a path that {@link PathNormal} takes. Some leave dot segments, parameters or encodings as they are, some
 * decode before they look for parameters and queries, some decode twice. A request passes only if all rules for such a reading count for it
 * anyway, so that no way of writing a path leads around a rule.
 */
public final class PathReadings {
    /** What a server may do with a path; see {@link #OURS} for {@link PathNormal}. */
    private enum Step {
        DECODE,
        DROP_PARAMETERS,
        /** As Python's {@code urlparse}. */
        DROP_LAST_PARAMETERS,
        RESOLVE_DOTS
    }

    private static final Set<Step> OURS = Set.of(Step.DECODE, Step.DROP_PARAMETERS, Step.RESOLVE_DOTS);
    private static final Set<Step> DECODED_FIRST = Set.of(Step.DROP_PARAMETERS, Step.RESOLVE_DOTS);
    private static final List<Set<Step>> OTHERS = otherSteps();

    private PathReadings() {}

    /**
     * Whether every rule counts that counts for some reading of the path.
     *
     * @param raw as in the request line, without its query
     * @param attributes with the spelling that the rules see
     */
    public static boolean agree(String raw, Attributes attributes, RuleEngine engine) {
        return isPlain(raw) || engine.covers(attributes, of(raw));
    }

    /** Whether all servers read it alike, as nearly every path. */
    static boolean isPlain(String raw) {
        return raw.indexOf('%') < 0 && raw.indexOf(';') < 0 && !hasDotSegment(raw);
    }

    private static boolean hasDotSegment(String raw) {
        return raw.contains("/.")
                && (raw.contains("/./") || raw.contains("/../") || raw.endsWith("/.") || raw.endsWith("/.."));
    }

    static List<PathReading> of(String raw) {
        Set<PathReading> readings = new LinkedHashSet<>();
        boolean dots = hasDotSegment(raw);
        for (Set<Step> steps : OTHERS) {
            boolean unresolved = dots && !steps.contains(Step.RESOLVE_DOTS);
            readings.add(new PathReading(read(raw, steps), unresolved ? Place.OTHER : Place.SPELLING));
        }
        String once = PercentText.loose(raw);
        if (!once.equals(raw)) {
            addDecodedFirst(once, readings);
            String twice = PercentText.loose(once);
            if (!twice.equals(once)) {
                addDecodedFirst(twice.replace('\\', '/'), readings);
            }
        }
        return List.copyOf(readings);
    }

    /** All that may be done, but for what comes to the same as we do. */
    private static List<Set<Step>> otherSteps() {
        List<Set<Step>> all = new ArrayList<>(List.of(Set.of()));
        for (Step step : Step.values()) {
            for (Set<Step> before : List.copyOf(all)) {
                Set<Step> more = new HashSet<>(before);
                more.add(step);
                all.add(Set.copyOf(more));
            }
        }
        all.removeIf(steps -> steps.containsAll(OURS));
        return List.copyOf(all);
    }

    /** What is decoded before it is taken apart may turn out to have a query, parameters and dots. */
    private static void addDecodedFirst(String decoded, Set<PathReading> readings) {
        int end = decoded.length();
        for (char mark : new char[] {'?', '#'}) {
            int at = decoded.indexOf(mark);
            end = at < 0 ? end : Math.min(end, at);
        }
        readings.add(new PathReading(read(decoded.substring(0, end), DECODED_FIRST), Place.SPELLING));
    }

    private static String read(String raw, Set<Step> steps) {
        boolean resolves = steps.contains(Step.RESOLVE_DOTS);
        Deque<String> kept = new ArrayDeque<>();
        String last = "";
        String[] segments = raw.split("/", -1);
        for (int i = 0; i < segments.length; i++) {
            last = segment(segments[i], i == segments.length - 1, steps);
            if (resolves && last.equals("..")) {
                kept.pollLast();
            } else if (!last.isEmpty() && !(resolves && last.equals("."))) {
                kept.add(last);
            }
        }
        boolean folder = last.isEmpty() || last.equals(".") || last.equals("..");
        return "/" + String.join("/", kept) + (folder && !kept.isEmpty() ? "/" : "");
    }

    private static String segment(String written, boolean last, Set<Step> steps) {
        boolean drops = steps.contains(Step.DROP_PARAMETERS) || (last && steps.contains(Step.DROP_LAST_PARAMETERS));
        int semicolon = drops ? written.indexOf(';') : -1;
        String name = semicolon < 0 ? written : written.substring(0, semicolon);
        return steps.contains(Step.DECODE) ? PercentText.loose(name) : name;
    }
}
