package io.sluice.server.resp;

/** What Redis says to a second word that it does not know. */
final class Subcommands {
    private static final int MOST_SHOWN = 128;

    private Subcommands() {}

    static String unknown(Request request, String command) {
        return "ERR unknown subcommand '" + request.shown(1, MOST_SHOWN) + "'. Try " + command + " HELP.";
    }

    /** The arguments are shown as long as they are short. */
    static String unknownCommand(Request request) {
        StringBuilder arguments = new StringBuilder();
        for (int i = 1; i < request.count() && arguments.length() < MOST_SHOWN; i++) {
            String shown = request.shown(i, MOST_SHOWN - arguments.length());
            arguments.append('\'').append(shown).append("' ");
        }
        return "ERR unknown command '" + request.shown(0, MOST_SHOWN) + "', with args beginning with: " + arguments;
    }
}
