package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class HelpTest {
    private static final String WIDTH = "picocli.usage.width";

    @AfterEach
    void forgetTheWidth() {
        System.clearProperty(WIDTH);
    }

    /** As the list of commands says. */
    private static List<String> commands() {
        return Run.sluice("--help")
                .out()
                .lines()
                .dropWhile(line -> !line.equals("Commands:"))
                .skip(1)
                .takeWhile(line -> !line.isBlank())
                .filter(line -> line.matches("  [a-z].*"))
                .map(line -> line.strip().split(" ", 2)[0])
                .toList();
    }

    static Stream<Arguments> helpAtWidths() {
        return Stream.of(80, 120)
                .flatMap(width ->
                        Stream.concat(Stream.of(""), commands().stream()).map(command -> Arguments.of(width, command)));
    }

    private static List<String> help(String command) {
        Run run = command.isEmpty() ? Run.sluice("--help") : Run.sluice(command, "--help");
        assertThat(run.status()).isZero();
        assertThat(run.err()).isEmpty();
        return run.lines();
    }

    @Test
    void thereAreCommands() {
        assertThat(commands()).contains("simulate", "serve", "check", "explain", "bench", "help");
    }

    @ParameterizedTest
    @MethodSource("helpAtWidths")
    void linesAreBrokenOnce(int width, String command) {
        System.setProperty(WIDTH, Integer.toString(width));
        List<String> lines = help(command);
        assertThat(lines).allMatch(line -> line.length() <= width);
        for (int i = 0; i + 1 < lines.size(); i++) {
            String line = lines.get(i);
            String next = lines.get(i + 1);
            boolean paragraph = line.matches("[A-Z][a-z].*|[a-z].*") && next.matches("\\S.*");
            if (paragraph && i > 0 && !next.startsWith("Usage:")) {
                String word = next.split(" ", 2)[0];
                assertThat(line.length() + 1 + word.length())
                        .as("%s%n%s", line, next)
                        .isGreaterThanOrEqualTo(width);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("helpAtWidths")
    void examplesCanBePasted(int width, String command) {
        System.setProperty(WIDTH, Integer.toString(width));
        List<String> lines = help(command);
        int start = lines.indexOf("Examples:") + 1;
        assertThat(start).as("examples of %s", command).isPositive();
        List<String> examples = lines.subList(start, lines.size()).stream()
                .takeWhile(line -> !line.isBlank())
                .toList();
        assertThat(examples).isNotEmpty().allMatch(line -> line.matches("  (sluice|echo) .*"));
    }

    @ParameterizedTest
    @MethodSource("helpAtWidths")
    void theHelpCommandShowsTheSame(int width, String command) {
        Run run = command.isEmpty() ? Run.sluice("help") : Run.sluice("help", command);
        assertThat(run.status()).isZero();
        assertThat(run.lines()).isEqualTo(help(command));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "srve                      | there is no command 'srve'; did you mean serve?   | sluice",
                "dance                     | there is no command 'dance'; there are: simulate,  | sluice",
                "help srve                 | there is no command 'srve'; did you mean serve?   | sluice help",
                "help serve check          | unexpected argument 'check'                       | sluice help",
                "--verison                 | there is no option '--verison'; did you mean --version? | sluice",
                "serve --prt 80            | there is no option '--prt'; did you mean --port?  | sluice serve",
                "serve --prt=80            | there is no option '--prt'; did you mean --port?  | sluice serve",
                "serve port 80             | unexpected argument 'port'; did you mean --port?  | sluice serve",
                "serve --zzzzzzzzz         | there is no option '--zzzzzzzzz'; --help lists those of sluice serve | sluice serve",
                "simulate --limit 5/s x    | unexpected argument 'x'; sluice simulate takes options, such as --help | sluice simulate",
                "check --jsn a.yaml        | there is no option '--jsn'; did you mean --json?  | sluice check",
            })
    void unknownWordsAreAnsweredByWhatWasProbablyMeant(String line, String message, String command) {
        Run run = Run.sluice(line.split(" ", -1));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("sluice: " + message).endsWith("\nTry: " + command + " --help\n");
    }

    /** So that a misspelled name costs no build. */
    @Test
    void theLauncherKnowsTheNamesOfBenchmarks() throws IOException {
        String launcher = Files.readString(Path.of("..", "sluice"));
        String names = String.join(", ", Bench.names());
        assertThat(launcher).contains("; there are: " + names + "\"");
        String cases = String.join(
                " | ", Bench.names().stream().map(name -> "bench:" + name).toList());
        assertThat(launcher).contains("bench: | bench:-* | " + cases + ") ;;");
    }
}
