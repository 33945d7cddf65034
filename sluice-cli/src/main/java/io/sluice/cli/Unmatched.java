package io.sluice.cli;

import io.sluice.rules.file.Nearest;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with words of the command line that nothing takes, and what was probably meant. */
final class Unmatched {
    private Unmatched() {}

    static String explained(ParameterException e) {
        return e instanceof UnmatchedArgumentException unmatched
                ? explained(e.getCommandLine(), unmatched.getUnmatched().get(0))
                : String.valueOf(e.getMessage());
    }

    private static String explained(CommandLine command, String word) {
        if (word.startsWith("-")) {
            return option(command, word.replaceFirst("=.*", ""));
        }
        return command.getSubcommands().isEmpty() ? argument(command, word) : command(command, word);
    }

    private static String option(CommandLine command, String word) {
        return "there is no option '" + word + "'; "
                + didYouMean(word, options(command), "--help lists those of " + name(command));
    }

    /** Where a command takes options only, two hyphens may have been forgotten. */
    private static String argument(CommandLine command, String word) {
        return "unexpected argument '" + word + "'; "
                + didYouMean("--" + word, options(command), name(command) + " takes options, such as --help");
    }

    static String command(CommandLine parent, String word) {
        Collection<String> names = parent.getSubcommands().keySet();
        return "there is no command '" + word + "'; "
                + didYouMean(word, names, "there are: " + String.join(", ", names));
    }

    /** @param otherwise where nothing comes near */
    static String didYouMean(String word, Collection<String> candidates, String otherwise) {
        String near = Nearest.of(word, candidates);
        return near == null ? otherwise : "did you mean " + near + "?";
    }

    private static List<String> options(CommandLine command) {
        return command.getCommandSpec().optionsMap().keySet().stream()
                .filter(name -> name.startsWith("--"))
                .sorted()
                .toList();
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName();
    }
}
