package io.sluice.benchmarks.gateway;

import io.sluice.benchmarks.gateway.Results.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Draws requests a second as bars, for each load the longest as wide as there is room: an SVG for documents, on light ground and dark. */
final class Plot {
    private static final int LABELS = 300;
    private static final int BARS = 360;
    private static final int NUMBERS = 220;
    private static final int ROW = 24;
    private static final int BAR = 16;
    private static final int HEADING = 44;
    private static final int WIDTH = LABELS + BARS + NUMBERS;

    private static final String STYLE = """
            <style>
            text { fill: #1f2328 } .number { fill: #59636e } .heading { font-size: 15px; font-weight: 600 } .ours { fill: #0a7ea4 } .other { fill: #b6bec7 }
            @media (prefers-color-scheme: dark) { text { fill: #f0f6fc } .number { fill: #9198a1 } .ours { fill: #39b0d8 } .other { fill: #59636e } }
            </style>
            """;

    private final Results results;
    private final StringBuilder drawn = new StringBuilder();
    private int y;

    private Plot(Results results) {
        this.results = results;
    }

    /** Of all that was measured, load by load. */
    static String of(Results results) {
        Plot plot = new Plot(results);
        plot.caption("Requests a second, and the processor time that the server takes for one");
        Map<Load, List<Trial>> loads = results.samples().keySet().stream()
                .collect(Collectors.groupingBy(Trial::load, TreeMap::new, Collectors.toList()));
        loads.forEach(plot::panel);
        return plot.opening() + STYLE + plot.drawn + "</svg>\n";
    }

    private String opening() {
        int height = y + ROW;
        return String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"13\">%n",
                WIDTH,
                height,
                WIDTH,
                height);
    }

    private void caption(String words) {
        text("number", 0, ROW - 6, "start", words);
        y = ROW;
    }

    private void panel(Load load, List<Trial> trials) {
        y += HEADING;
        text("heading", 0, y - ROW / 2, "start", load.title());
        double longest = trials.stream().mapToDouble(this::perSecond).max().orElse(0);
        for (Trial trial : inTheOrderOfTheList(trials)) {
            row(trial, BARS * perSecond(trial) / longest);
        }
    }

    private static List<Trial> inTheOrderOfTheList(List<Trial> trials) {
        List<Trial> sorted = new ArrayList<>(trials);
        sorted.sort((one, other) ->
                Integer.compare(Contender.ALL.indexOf(one.contender()), Contender.ALL.indexOf(other.contender())));
        return sorted;
    }

    private void row(Trial trial, double length) {
        int middle = y + BAR - 3;
        text("label", LABELS - 10, middle, "end", trial.contender().title());
        drawn.append(String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>%n",
                trial.contender().kind().isSluice() ? "ours" : "other",
                LABELS,
                y,
                length,
                BAR));
        text("number", (int) (LABELS + length + 8), middle, "start", numbers(trial));
        y += ROW;
    }

    private String numbers(Trial trial) {
        double cpu = results.median(trial, Sample::cpuMicros).orElse(0);
        return String.format(Locale.ROOT, "%,.0f a second, %.1f us", perSecond(trial), cpu);
    }

    private double perSecond(Trial trial) {
        return results.median(trial, Sample::perSecond).orElse(0);
    }

    private void text(String kind, int x, int baseline, String anchor, String words) {
        String escaped = words.replace("&", "&amp;").replace("<", "&lt;");
        drawn.append(String.format(
                Locale.ROOT,
                "<text class=\"%s\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>%n",
                kind,
                x,
                baseline,
                anchor,
                escaped));
    }
}
