package io.sluice.server.admin;

import io.sluice.rules.file.RuleFile.Problem;
import io.sluice.server.limits.Limits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Everything that the admin door answers to. */
final class Endpoints {
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    static final String HEALTH = "/healthz";

    private Endpoints() {}

    static List<Endpoint> of(Administered subject) {
        Limits limits = subject.limits();
        List<Endpoint> all = new ArrayList<>();
        all.add(Endpoint.open(HEALTH, request -> healthy(subject)));
        all.add(Endpoint.open("/readyz", request -> ready(subject)));
        all.add(Endpoint.read(
                "/metrics",
                request -> Reply.text(200, PROMETHEUS, limits.meters().scrape())));
        all.add(Endpoint.read("/api/rules", request -> Reply.json(RulesShown.of(limits))));
        all.add(Endpoint.read("/api/explain", request -> Reply.json(Explained.of(limits, request))));
        all.add(Endpoint.read("/api/top", request -> Reply.json(top(limits))));
        all.add(Endpoint.read("/api/refusals", request -> Reply.json(refusals(limits))));
        all.add(Endpoint.read("/api/store", request -> Reply.json(StoreShown.of(limits))));
        all.add(Endpoint.read(
                "/api/upstreams",
                request -> Reply.json(Map.of("targets", subject.upstreams().get()))));
        all.add(Endpoint.write("/api/reload", request -> reload(limits)));
        all.addAll(new KeyEndpoints(limits.engine()).all());
        return all;
    }

    private static Reply healthy(Administered subject) {
        List<String> stuck = subject.stuckLoops().get();
        return stuck.isEmpty() ? Reply.text(200, "ok\n") : Reply.text(503, String.join("\n", stuck) + "\n");
    }

    private static Reply ready(Administered subject) {
        if (subject.draining().getAsBoolean()) {
            return Reply.text(503, "draining\n");
        }
        return subject.limits().decides()
                ? Reply.text(200, "ready\n")
                : Reply.text(503, "the store is away, and on-failure is refuse\n");
    }

    private static Map<String, Object> top(Limits limits) {
        var report = limits.monitor().report();
        Map<String, Object> top = new LinkedHashMap<>();
        top.put("limited", report.limited());
        top.put("doubtful", report.doubtful());
        top.put("decisions", report.decision());
        return top;
    }

    private static Map<String, Object> refusals(Limits limits) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("refusals", limits.refusals().latest());
        shown.put("skipped", limits.refusals().skipped());
        return shown;
    }

    /** 409 if the file has errors: the rules before stay in force. */
    private static Reply reload(Limits limits) {
        if (!limits.reloads()) {
            return Reply.problem(409, "there is no rule file to read again; start with --rules FILE");
        }
        List<Problem> problems = limits.reload();
        boolean taken = problems.stream().noneMatch(problem -> problem.severity() == Problem.Severity.ERROR);
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("taken", taken);
        shown.put("problems", problems.stream().map(Problem::toString).toList());
        return Reply.json(taken ? 200 : 409, "application/json", shown);
    }
}
