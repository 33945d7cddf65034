package io.sluice.redis.link;

import io.lettuce.core.RedisURI;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where Redis is, as it is written in a rule file or in code.
 *
 * <pre>
 *   redis://[[user]:password@]host[:port][/database]
 *   redis-sentinel://[[user]:password@]host[:port][,host[:port]...]#master
 *   redis-cluster://[[user]:password@]host[:port][,host[:port]...]
 * </pre>
 *
 * <p>{@code rediss} in place of {@code redis} is the same over TLS.
 */
public record RedisAddress(Kind kind, List<RedisURI> nodes, String shown) {
    /** How Redis is set up. */
    public enum Kind {
        ALONE,
        SENTINEL,
        CLUSTER
    }

    private static final int LAST_PORT = 65_535;
    private static final Pattern DATABASE = Pattern.compile("/?|/[0-9]{1,9}");
    private static final String FORMS = "redis://host:6379, rediss://user:password@host:6379,"
            + " redis-sentinel://host:26379,host:26379#master or redis-cluster://host:6379,host:6379";

    /** Reads a URL; what is wrong is said with what would be right. */
    public static RedisAddress parse(String url) {
        String scheme = url.contains("://") ? url.substring(0, url.indexOf("://")) : "";
        try {
            return switch (scheme) {
                case "redis", "rediss" -> new RedisAddress(Kind.ALONE, List.of(node(url)), shown(url));
                case "redis-sentinel", "rediss-sentinel" -> sentinel(url);
                case "redis-cluster", "rediss-cluster" -> cluster(url, scheme);
                default -> throw wrong(url, "does not begin with redis://");
            };
        } catch (WrongAddressException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            // Its message may have the password.
            throw wrong(url, "is not written as a URL");
        }
    }

    private static RedisURI node(String url) {
        try {
            URI parsed = new URI(url);
            String fault = fault(parsed);
            if (fault != null) {
                throw wrong(url, fault);
            }
            return RedisURI.create(parsed);
        } catch (URISyntaxException e) {
            throw wrong(url, url.endsWith("://") ? "has no host" : "is not written as a URL");
        }
    }

    private static @Nullable String fault(URI url) {
        if (url.getHost() == null) {
            return String.valueOf(url.getAuthority()).matches(".*[^:@\\]]:[^:@\\]]+")
                    ? "has a port that is not a number"
                    : "has no host";
        }
        if (url.getPort() == 0 || url.getPort() > LAST_PORT) {
            return "has no port from 1 to 65535";
        }
        return DATABASE.matcher(url.getPath()).matches() ? null : "has a database that is not a number";
    }

    private static RedisAddress sentinel(String url) {
        if (!url.contains("#") || url.endsWith("#")) {
            throw wrong(url, "does not name the master after #");
        }
        return new RedisAddress(Kind.SENTINEL, List.of(RedisURI.create(url)), shown(url));
    }

    private static RedisAddress cluster(String url, String scheme) {
        String plain = scheme.replace("-cluster", "");
        String rest = url.substring(scheme.length() + 3);
        int at = rest.lastIndexOf('@');
        String login = at < 0 ? "" : rest.substring(0, at + 1);
        List<RedisURI> nodes = new ArrayList<>();
        for (String host : rest.substring(at + 1).split(",", -1)) {
            nodes.add(node(plain + "://" + login + host));
        }
        return new RedisAddress(Kind.CLUSTER, nodes, shown(url));
    }

    /** Without the password. */
    private static String shown(String url) {
        return url.replaceFirst("://[^@/]*@", "://***@");
    }

    private static WrongAddressException wrong(String url, String why) {
        return new WrongAddressException(shown(url) + " " + why + "; write " + FORMS);
    }

    /** The URL is none. */
    public static final class WrongAddressException extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        WrongAddressException(String message) {
            super(message);
        }
    }

    @Override
    public String toString() {
        return shown;
    }
}
