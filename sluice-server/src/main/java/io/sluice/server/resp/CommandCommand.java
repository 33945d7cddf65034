package io.sluice.server.resp;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** {@code COMMAND}: clients ask for it to know which arguments are keys, people to be helped while they type. */
final class CommandCommand {
    private static final byte[] COUNT = Command.word("count");
    private static final byte[] DOCS = Command.word("docs");
    private static final byte[] INFO = Command.word("info");
    private static final byte[] LIST = Command.word("list");

    private CommandCommand() {}

    static void run(Request request, Session session, Replies out) {
        if (request.count() == 1 || request.is(1, INFO)) {
            describe(named(request), session, out);
        } else if (request.is(1, COUNT)) {
            out.number(Command.values().length);
        } else if (request.is(1, DOCS)) {
            document(named(request).stream().flatMap(Optional::stream).toList(), session, out);
        } else if (request.is(1, LIST)) {
            list(out);
        } else {
            out.error(Subcommands.unknown(request, "COMMAND"));
        }
    }

    /** All, or those that the arguments name. */
    private static List<Optional<Command>> named(Request request) {
        return request.count() < 3
                ? Stream.of(Command.values()).map(Optional::of).toList()
                : IntStream.range(2, request.count())
                        .mapToObj(i -> Command.named(request, i))
                        .toList();
    }

    private static void describe(List<Optional<Command>> commands, Session session, Replies out) {
        out.array(commands.size());
        for (Optional<Command> command : commands) {
            if (command.isPresent()) {
                command.get().describe(session, out);
            } else {
                out.missingArray(session);
            }
        }
    }

    private static void document(List<Command> commands, Session session, Replies out) {
        out.map(commands.size(), session);
        commands.forEach(command -> command.document(session, out));
    }

    private static void list(Replies out) {
        out.array(Command.values().length);
        for (Command command : Command.values()) {
            out.bulk(command.text());
        }
    }
}
