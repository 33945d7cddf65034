package io.sluice.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice help serve} shows what {@code sluice serve --help} shows. */
@Command(
        name = "help",
        header = "Shows the help of a command.",
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%nParameters:%n",
        footer = {"", "Examples:", "  sluice help", "  sluice help serve"})
final class HelpCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "The command; without one, all are listed.")
    private @Nullable String name;

    @Override
    public Integer call() {
        CommandLine all = spec.commandLine().getParent();
        CommandLine wanted = name == null ? all : all.getSubcommands().get(name);
        if (wanted == null) {
            throw new ParameterException(spec.commandLine(), Unmatched.command(all, String.valueOf(name)));
        }
        wanted.usage(all.getOut());
        return 0;
    }
}
