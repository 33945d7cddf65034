package io.sluice.cli;

import io.sluice.cli.rules.CapacityCommand;
import io.sluice.cli.rules.CheckCommand;
import io.sluice.cli.rules.ExplainCommand;
import io.sluice.cli.serve.ServeCommand;
import io.sluice.cli.simulate.SimulateCommand;
import io.sluice.core.Limit;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command line. Exit status: 0 fine, 1 the answer is no, 2 bad usage. */
@Command(
        name = "sluice",
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        header = "Decides, for every request, whether it may pass now.",
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Examples:",
            "  sluice serve",
            "  sluice check sluice.yaml",
            "  echo '{\"t\":0,\"key\":\"a\"}' | sluice simulate --limit '10/s burst 20'",
            "  sluice help simulate",
            "",
            "Exit status: 0 fine, 1 the answer is no, 2 bad usage."
        })
public final class Main implements Runnable {
    static final int FAILED = 1;
    static final int BAD_USAGE = 2;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    @SuppressWarnings("unused") // picocli acts on it
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    @SuppressWarnings("unused") // picocli acts on it
    private boolean version;

    private Main() {}

    public static void main(String[] args) {
        keepLettuceQuiet();
        InputStream in = new FileInputStream(FileDescriptor.in);
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        System.exit(run(args, in, out, System.err));
    }

    /** The gateway brings io_uring with it; Lettuce would warn, for each connection to Redis, that it does not use that. */
    private static void keepLettuceQuiet() {
        String theirs = "io.lettuce.core.iouring";
        if (System.getProperty(theirs) == null) {
            System.setProperty(theirs, "false");
        }
    }

    /** Runs one command to its end and answers its exit status. */
    public static int run(String[] args, InputStream in, OutputStream out, PrintStream err) {
        try {
            return commandLine(in, out, err).execute(args);
        } catch (OutOfMemoryError e) {
            err.println("sluice: out of memory; give more, such as SLUICE_JAVA_OPTS=-Xmx4g, or fewer --max-keys");
            return FAILED;
        }
    }

    private static CommandLine commandLine(InputStream in, OutputStream out, PrintStream err) {
        return new CommandLine(new Main())
                .addSubcommand(new SimulateCommand(in, out, err))
                .addSubcommand(ServeCommand.command(out, err, System::getenv))
                .addSubcommand(new CheckCommand(out))
                .addSubcommand(new CapacityCommand(out, err))
                .addSubcommand(new ExplainCommand(out, err))
                .addSubcommand(Bench.command(err))
                .addSubcommand(new HelpCommand())
                .registerConverter(Limit.class, Main::limit)
                .setExpandAtFiles(false)
                .setOut(new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), true))
                .setErr(new PrintWriter(new OutputStreamWriter(err, StandardCharsets.UTF_8), true))
                .setParameterExceptionHandler((e, args) -> badUsage(e))
                .setExecutionExceptionHandler((e, command, parsed) -> failed(e, err));
    }

    private static Limit limit(String text) {
        try {
            return Limit.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    private static int badUsage(ParameterException e) {
        CommandLine command = e.getCommandLine();
        command.getErr().println("sluice: " + Unmatched.explained(e));
        command.getErr().println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
        return BAD_USAGE;
    }

    private static int failed(Exception e, PrintStream err) {
        err.println("sluice: this should not have happened, please report it: " + e);
        return FAILED;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "a command is missing; give serve, check, explain, simulate or bench");
    }
}
