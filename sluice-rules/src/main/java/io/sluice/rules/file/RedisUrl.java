package io.sluice.rules.file;

import io.sluice.rules.file.Node.Scalar;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at the form of a Redis URL; who it leads to is found out when the store starts. Passwords are never shown. */
final class RedisUrl {
    private static final List<String> SCHEMES =
            List.of("redis", "rediss", "redis-sentinel", "rediss-sentinel", "redis-cluster", "rediss-cluster");
    private static final String RIGHT = "write redis://host:6379, rediss://user:password@host:6379,"
            + " redis-sentinel://host:26379,host:26379#master or redis-cluster://host:6379,host:6379";

    private RedisUrl() {}

    /** {@code memory} would be right too where {@code orMemory}. */
    static void check(Scalar url, boolean orMemory, Problems problems) {
        String text = url.value();
        String shown = Shown.of(text.replaceFirst("://[^/]*@", "://***@"));
        int colon = text.indexOf("://");
        if (orMemory && colon < 0) {
            problems.error(
                    url.place(), "unknown store " + shown, "write memory or a URL such as redis://localhost:6379");
        } else if (colon < 0 || !SCHEMES.contains(text.substring(0, colon))) {
            problems.error(url.place(), shown + " is no Redis URL", RIGHT);
        } else {
            String wrong = wrong(text.substring(0, colon), text.substring(colon + 3));
            if (wrong != null) {
                problems.error(url.place(), shown + " " + wrong, RIGHT);
            }
        }
    }

    private static @Nullable String wrong(String scheme, String rest) {
        int hash = rest.indexOf('#');
        if (scheme.endsWith("sentinel") && (hash < 0 || hash == rest.length() - 1)) {
            return "does not name the master after #";
        }
        int login = rest.lastIndexOf('@');
        String hosts = rest.substring(login + 1, hash < 0 || hash < login ? rest.length() : hash);
        for (String host : scheme.contains("-") ? hosts.split(",", -1) : new String[] {hosts}) {
            try {
                URI node = new URI("redis://" + host);
                if (node.getHost() == null || node.getPort() > 65_535 || node.getPort() == 0) {
                    return "has no host, or no port from 1 to 65535";
                }
            } catch (URISyntaxException e) {
                return "is not written as a URL";
            }
        }
        return null;
    }
}
