package io.sluice.cli.serve;

import io.sluice.core.Limit;
import io.sluice.rules.RuleSet;
import io.sluice.rules.ServerSection;
import io.sluice.rules.file.RuleFile;
import io.sluice.rules.file.RuleFile.Problem;
import io.sluice.server.CannotStartException;
import io.sluice.server.Server;
import io.sluice.server.limits.ExampleRules;
import io.sluice.server.log.ProcessLog;
import io.sluice.server.settings.FileSettings;
import io.sluice.server.settings.Given;
import io.sluice.server.settings.ServerSettings;
import io.sluice.server.settings.Setting;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Reads what the server is told, starts it, says what to open, and runs until it is stopped. */
@Command(
        name = "serve",
        header = "A gateway in front of anything, and a decision service.",
        description = {
            "",
            "Requests that the rules let pass go to the upstream; the others are answered 429 Too Many Requests, with the"
                    + " time to wait. Other servers can ask for decisions by HTTP, gRPC and the protocol of Redis.",
            "",
            "Every option can also be given in the environment (--admin-port as SLUICE_ADMIN_PORT) and most in the rule"
                    + " file (server.admin-port). Options go before the environment, and that before the file."
        },
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Signals: TERM and INT end it once requests under way are done, HUP reads the rule file again.",
            "",
            "Examples:",
            "  sluice serve",
            "  sluice serve --limit '100/min burst 20' --upstream http://127.0.0.1:3000",
            "  sluice serve --rules sluice.yaml --redis redis://127.0.0.1:6379"
        })
public final class ServeCommand implements Callable<Integer> {
    /** Exit status of a check that has found something. */
    private static final int FAULTY = 1;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--check-start",
            description =
                    "Check ports, certificates, upstreams and Redis, start on other ports, and end: status 1 if something is wrong.")
    private boolean checkStart;

    private final PrintStream out;
    private final PrintStream err;
    private final Function<String, @Nullable String> environment;

    private ServeCommand(OutputStream out, PrintStream err, Function<String, @Nullable String> environment) {
        this.out = new PrintStream(out, true, StandardCharsets.UTF_8);
        this.err = err;
        this.environment = environment;
    }

    /** With an option for each setting. */
    public static CommandLine command(
            OutputStream out, PrintStream err, Function<String, @Nullable String> environment) {
        CommandLine command = new CommandLine(new ServeCommand(out, err, environment));
        for (Setting setting : Setting.values()) {
            command.getCommandSpec().addOption(Flags.option(setting));
        }
        return command;
    }

    @Override
    public Integer call() {
        return checkStart ? check() : serve();
    }

    private int serve() {
        ServerSettings settings = settings(false);
        ProcessLog.start(settings.log(), err);
        try (Server server = Server.start(settings)) {
            return Served.until(server, settings, out, err);
        } catch (CannotStartException e) {
            throw badUsage(e);
        }
    }

    /** Looks at the ports that it is told, and starts on others that are free, so that no client comes. */
    private int check() {
        try {
            List<String> busy = BusyPorts.of(settings(false).ports());
            busy.forEach(fault -> err.println("sluice: " + fault));
            ServerSettings settings = settings(true);
            ProcessLog.start(settings.log(), err);
            try (Server server = Server.start(settings)) {
                int status = StartCheck.of(server, out, err);
                return busy.isEmpty() ? status : FAULTY;
            }
        } catch (CannotStartException | ParameterException e) {
            err.println("sluice: " + e.getMessage());
            return FAULTY;
        }
    }

    private ServerSettings settings(boolean anyPorts) {
        Map<Setting, String> flags = Flags.given(spec.commandLine().getParseResult(), anyPorts);
        try {
            Given beforeFile = new Given(flags, environment, Map.of());
            String file = beforeFile.filled(Setting.RULES);
            RuleSet rules = file == null ? ExampleRules.of(limit(beforeFile)) : read(Path.of(file));
            ServerSection section = rules.server();
            return ServerSettings.of(
                    file == null ? null : Path.of(file),
                    rules,
                    new Given(flags, environment, FileSettings.of(section)));
        } catch (IllegalArgumentException e) {
            throw badUsage(e);
        }
    }

    private static String limit(Given given) {
        String text = given.needed(Setting.LIMIT);
        try {
            return Limit.parse(text).toString();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(given.where(Setting.LIMIT) + ": " + e.getMessage(), e);
        }
    }

    private static RuleSet read(Path file) {
        RuleFile read = RuleFile.read(file);
        RuleSet rules = read.rules();
        if (rules == null) {
            throw new IllegalArgumentException("the rules cannot be used\n"
                    + read.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")));
        }
        return rules;
    }

    private ParameterException badUsage(Exception e) {
        return new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
}
