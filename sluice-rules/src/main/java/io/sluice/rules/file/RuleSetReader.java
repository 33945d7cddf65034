package io.sluice.rules.file;

import io.sluice.rules.ClientSettings;
import io.sluice.rules.PathSettings;
import io.sluice.rules.PlanSettings;
import io.sluice.rules.Rule;
import io.sluice.rules.RuleSet;
import io.sluice.rules.UpstreamSettings;
import io.sluice.rules.file.Node.Entry;
import java.util.ArrayList;
import java.util.List;

/** Reads the whole of a file whose structure {@link Structure} looks at, and tells what a schema cannot. */
final class RuleSetReader {
    private final String source;
    private final NamedFiles files;
    private final Problems problems;

    RuleSetReader(String source, NamedFiles files, Problems problems) {
        this.source = source;
        this.files = files;
        this.problems = problems;
    }

    RuleSet read(Node root) {
        Settings file = new Settings(root);
        SourceReader sources = new SourceReader(files);
        ClientSettings clients = new ClientsReader(sources, problems).read(file.under("clients"));
        AttributeNames names = new AttributeNames(clients.identities().keySet(), problems);
        ListReader lists = new ListReader(names, files, problems);
        PlanNames plans = new PlanNames(problems);
        List<Rule> rules = rules(file.under("rules"), new RuleReader(names, plans, files, problems));
        PlanSettings plan = new PlanReader(sources, names, plans, files, problems).read(file.get("plan"));
        RoutesReader routes = new RoutesReader(files, problems);
        List<UpstreamSettings> upstreams = routes.upstreams(file.under("upstreams"));
        return new RuleSet(
                source,
                new StoreReader(problems).read(file.get("store")),
                new PresetReader(problems).read(file.get("headers")),
                clients,
                paths(file.under("paths")),
                plan,
                lists.read(file.get("allow")),
                lists.read(file.get("deny")),
                rules,
                upstreams,
                routes.routes(file, upstreams),
                new ServerReader(files, problems).read(file.under("server")));
    }

    private static PathSettings paths(Settings paths) {
        return new PathSettings(
                !paths.text("case", "ignore").equals("sensitive"),
                !paths.text("trailing-slash", "ignore").equals("keep"));
    }

    private List<Rule> rules(Settings all, RuleReader reader) {
        UniqueNames names = new UniqueNames("rule", problems);
        List<Rule> rules = new ArrayList<>();
        for (Entry entry : all.entries()) {
            names.add(entry.key());
            rules.add(reader.read(entry.name(), new Settings(entry.value())));
        }
        return rules;
    }
}
