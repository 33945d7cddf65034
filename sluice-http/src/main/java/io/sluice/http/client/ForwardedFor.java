package io.sluice.http.client;

/** X-Forwarded-For: a list of addresses, to which every proxy appends the one it was asked by. */
final class ForwardedFor {
    private ForwardedFor() {}

    /** Empty elements are skipped, as in every list of HTTP. */
    static Nodes nodes(String line) {
        int[] end = {line.length()};
        return () -> {
            String node = "";
            while (node.isEmpty() && end[0] >= 0) {
                int comma = line.lastIndexOf(',', end[0] - 1);
                node = line.substring(comma + 1, end[0]).strip();
                end[0] = comma;
            }
            return node.isEmpty() ? null : node;
        };
    }
}
