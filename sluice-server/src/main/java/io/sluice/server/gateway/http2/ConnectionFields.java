package io.sluice.server.gateway.http2;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Fields that belong to one connection and are not passed on to another. */
final class ConnectionFields {
    private static final List<String> ALWAYS =
            List.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

    private ConnectionFields() {}

    /** Those that these lines of Connection name, in lower case. */
    static Set<String> named(List<String> lines) {
        Set<String> names = new HashSet<>();
        for (String line : lines) {
            for (String name : line.split(",", -1)) {
                names.add(name.strip().toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    static void remove(HttpHeaders headers) {
        named(headers.getAll("connection")).forEach(headers::remove);
        ALWAYS.forEach(headers::remove);
    }
}
