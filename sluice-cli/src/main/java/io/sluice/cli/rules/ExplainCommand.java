package io.sluice.cli.rules;

import io.sluice.core.Store;
import io.sluice.http.HttpRules;
import io.sluice.http.answer.Cors;
import io.sluice.rules.Explanation;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.Ruling;
import io.sluice.rules.file.RuleFile;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks the rules about one request, as if it were the first. */
@Command(
        name = "explain",
        header = "Says which rules match a request, which keys result, and what they would answer.",
        description = {
            "",
            "Nothing is counted: the answer is that to the first such request. Attributes are named as in rule files, and"
                    + " are believed as they are given. With --from or -H the request is read as a server reads it that is"
                    + " asked over HTTP: headers count as the rule file trusts the address."
        },
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%nParameters:%n",
        footer = {
            "",
            "Examples:",
            "  sluice explain --rules sluice.yaml 'POST /login' ip=203.0.113.9",
            "  sluice explain --rules sluice.yaml '/api/search?q=x' user=ann plan=premium",
            "  sluice explain --rules sluice.yaml /api/x --from 203.0.113.9 -H 'X-User: ann'",
            "",
            "Exit status: 0 if the request would pass, 1 if not, 2 bad usage."
        })
public final class ExplainCommand implements Callable<Integer> {
    private static final int BAD_USAGE = 2;
    private static final String LOOPBACK = "127.0.0.1";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--rules", paramLabel = "FILE", required = true, description = "The rule file.")
    private Path file = Path.of("");

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    @Option(
            names = "--from",
            paramLabel = "ADDRESS",
            description = "The address that the connection comes from; 127.0.0.1 if only -H is given.")
    private @Nullable String from;

    @Option(names = "-H", paramLabel = "'NAME: VALUE'", description = "A header of the request. Repeatable.")
    private List<String> headers = List.of();

    @Parameters(index = "0", paramLabel = "REQUEST", description = "Method and path, such as 'POST /login'.")
    private String request = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "NAME=VALUE",
            description =
                    "What else is known: ip, user, api-key, plan, host, header.x, cookie.x, query.x or any other.")
    private List<String> attributes = List.of();

    private final PrintStream out;
    private final PrintStream err;

    public ExplainCommand(OutputStream out, PrintStream err) {
        this.out = new PrintStream(out, true, StandardCharsets.UTF_8);
        this.err = err;
    }

    @Override
    public Integer call() {
        RuleSet rules = read();
        if (rules == null) {
            return BAD_USAGE;
        }
        Store store = Store.memory();
        try (RuleEngine engine = new RuleEngine(rules, store)) {
            Shown shown = from == null && headers.isEmpty()
                    ? byAttributes(engine)
                    : overHttp(new HttpRules(engine, store.clock(), Cors.NONE));
            out.print(json ? shown.json() + "\n" : shown.text());
            return shown.ruling().outcome().passes() ? 0 : 1;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private Shown byAttributes(RuleEngine engine) {
        Asked asked = Asked.read(request, attributes, engine);
        return new Shown(asked.text(), now(engine.explain(asked.attributes())), now(engine.decide(asked.attributes())));
    }

    private Shown overHttp(HttpRules rules) {
        if (!attributes.isEmpty()) {
            throw new IllegalArgumentException("'" + attributes.get(0)
                    + "' does not go with --from and -H: over HTTP the rule file says what a request has");
        }
        WrittenRequest written = new WrittenRequest(request, from == null ? LOOPBACK : from, headers);
        Explanation why = explained(rules, written);
        Ruling ruling = now(rules.decide(written)).ruling();
        return new Shown(written.toString(), why, Objects.requireNonNull(ruling));
    }

    private static Explanation explained(HttpRules rules, WrittenRequest written) {
        try {
            return now(rules.explain(written));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("it would be answered with 400: " + e.getMessage(), e);
        }
    }

    private @Nullable RuleSet read() {
        RuleFile read = RuleFile.read(file);
        if (read.rules() == null) {
            read.problems().forEach(err::println);
        }
        return read.rules();
    }

    /** In memory every answer is there at once. */
    private static <T> T now(CompletionStage<T> answer) {
        return answer.toCompletableFuture().join();
    }
}
