package io.sluice.cli.rules;

import io.sluice.core.Store;
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
                    + " are believed as they are given."
        },
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%nParameters:%n",
        footer = {
            "",
            "Examples:",
            "  sluice explain --rules sluice.yaml 'POST /login' ip=203.0.113.9",
            "  sluice explain --rules sluice.yaml '/api/search?q=x' user=ann plan=premium",
            "",
            "Exit status: 0 if the request would pass, 1 if not, 2 bad usage."
        })
public final class ExplainCommand implements Callable<Integer> {
    private static final int BAD_USAGE = 2;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--rules", paramLabel = "FILE", required = true, description = "The rule file.")
    private Path file = Path.of("");

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

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
        Asked asked = asked(rules);
        try (RuleEngine engine = new RuleEngine(rules, Store.memory())) {
            Explanation why = now(engine.explain(asked.attributes()));
            Ruling ruling = now(engine.decide(asked.attributes()));
            Shown shown = new Shown(asked, why, ruling);
            out.print(json ? shown.json() + "\n" : shown.text());
            return ruling.outcome().passes() ? 0 : 1;
        }
    }

    private @Nullable RuleSet read() {
        RuleFile read = RuleFile.read(file);
        if (read.rules() == null) {
            read.problems().forEach(err::println);
        }
        return read.rules();
    }

    private Asked asked(RuleSet rules) {
        try {
            return Asked.read(request, attributes, rules.paths());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** In memory every answer is there at once. */
    private static <T> T now(CompletionStage<T> answer) {
        return answer.toCompletableFuture().join();
    }
}
