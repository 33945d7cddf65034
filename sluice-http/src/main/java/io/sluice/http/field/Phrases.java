package io.sluice.http.field;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.rules.Attribute;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What clients are told of rules that counted together, made ready: only numbers are missing. */
public final class Phrases {
    private final List<Ruling.Counted> counted;
    private final boolean personal;
    private final Quota[] quotas;
    /** By the quota that is binding. */
    private final Line[][] lines;

    private final Pair[][] pairs;

    Phrases(List<Preset> presets, List<Ruling.Counted> counted) {
        List<Quota> all = Standing.quotas(counted);
        this.counted = counted;
        this.personal = counted.stream()
                .flatMap(one -> one.rule().per().stream())
                .flatMap(per -> per.choices().stream())
                .anyMatch(choice -> isClaim(choice.attribute().kind()));
        this.quotas = all.toArray(new Quota[0]);
        List<List<FieldShape>> shapes = all.stream()
                .map(binding -> PassingShapes.of(presets, all, binding))
                .toList();
        this.lines = shapes.stream().map(Line::of).toArray(Line[][]::new);
        this.pairs = shapes.stream().map(Pair::of).toArray(Pair[][]::new);
    }

    private static boolean isClaim(Attribute.Kind kind) {
        return switch (kind) {
            case NAMED, HEADER, COOKIE, QUERY -> true;
            default -> false;
        };
    }

    @SuppressWarnings(
            "ReferenceEquality") // the engine gives the same list for the same rules, and comparing them would take
    // long
    boolean areOf(List<Ruling.Counted> others) {
        return counted == others;
    }

    /** Whether somebody was counted who is only named, not proven. */
    public boolean personal() {
        return personal;
    }

    /** Writes what {@link Fields#of} says of a request that passes. */
    public void writePassing(Ruling ruling, long wallNanos, FieldSink out) {
        Decision decision = ruling.decision();
        if (decision == null || quotas.length == 0) {
            return;
        }
        int binding = binding(decision.binding(), ruling.rule());
        for (Line line : lines[binding]) {
            line.write(quotas[binding], decision, wallNanos, out);
        }
    }

    /** The same, field by field. */
    public void writePassing(Ruling ruling, long wallNanos, PairSink out) {
        Decision decision = ruling.decision();
        if (decision == null || quotas.length == 0) {
            return;
        }
        int binding = binding(decision.binding(), ruling.rule());
        for (Pair pair : pairs[binding]) {
            pair.write(quotas[binding], decision, wallNanos, out);
        }
    }

    /**
     * Sets the numbers of a refusal.
     *
     * @return what stands for everything else that it says
     */
    public Object refused(Ruling ruling, long wallNanos, RefusedNumbers numbers) {
        Decision decision = ruling.decision();
        if (decision == null || quotas.length == 0) {
            numbers.clear();
        } else {
            int binding = binding(decision.binding(), ruling.rule());
            numbers.set(binding, quotas[binding], decision, wallNanos);
        }
        return this;
    }

    /** As {@link Standing} finds it: the limit that decided, if it is one of the rule's that answers; else that rule's first. */
    @SuppressWarnings("ReferenceEquality") // two rules may have equal limits
    private int binding(Limit limit, @Nullable Rule rule) {
        int first = -1;
        int firstOfAll = -1;
        for (int i = quotas.length - 1; i >= 0; i--) {
            if (quotas[i].limit() == limit) {
                firstOfAll = i;
            }
            if (quotas[i].rule() == rule) {
                first = i;
            }
        }
        if (first < 0) {
            return Math.max(0, firstOfAll);
        }
        for (int i = first; i < quotas.length; i++) {
            if (quotas[i].rule() == rule && quotas[i].limit() == limit) {
                return i;
            }
        }
        return first;
    }
}
