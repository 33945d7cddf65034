package io.sluice.rules;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where one server of an upstream is, and how it is spoken to.
 *
 * @param host a name, or an address without brackets
 * @param authority as it is written: with the port if that was given
 */
public record TargetSettings(Scheme scheme, String host, int port, String authority) {
    /** What a target speaks. */
    public enum Scheme {
        HTTP(80),
        HTTPS(443),
        /** HTTP/2 without TLS, known beforehand. */
        H2C(80),
        /** HTTP/2 over TLS. */
        H2(443);

        private final int usualPort;

        Scheme(int usualPort) {
            this.usualPort = usualPort;
        }

        public boolean tls() {
            return this == HTTPS || this == H2;
        }

        public boolean http2() {
            return this == H2C || this == H2;
        }
    }

    /**
     * Reads {@code http://10.0.0.5:8080}.
     *
     * @throws IllegalArgumentException with what is wrong, and what would be right
     */
    public static TargetSettings parse(String text) {
        int colon = text.indexOf("://");
        Scheme scheme = colon < 0 ? null : scheme(text.substring(0, colon));
        if (scheme == null) {
            throw new IllegalArgumentException(
                    shown(text) + " is no target; write http://host:port, https://host, h2c://host:port or h2://host");
        }
        String authority = text.substring(colon + 3);
        if (authority.indexOf('@') >= 0) {
            throw wrong(text, "has a login in it", scheme, "host");
        }
        int end = firstOf(authority, "/?#");
        if (end >= 0) {
            throw wrong(
                    text, "has more than a host and a port", scheme, end == 0 ? "host" : authority.substring(0, end));
        }
        return of(scheme, authority, text);
    }

    private static TargetSettings of(Scheme scheme, String authority, String text) {
        try {
            URI uri = new URI("http://" + authority);
            String host = uri.getHost();
            if (host == null || authority.endsWith(":")) {
                throw wrong(text, host == null ? "has no host" : "has no port", scheme, "host:8080");
            }
            int port = uri.getPort() < 0 ? scheme.usualPort : uri.getPort();
            if (port < 1 || port > 65_535) {
                throw wrong(text, "has no port from 1 to 65535", scheme, "host:8080");
            }
            boolean bracketed = host.startsWith("[");
            return new TargetSettings(scheme, bracketed ? host.substring(1, host.length() - 1) : host, port, authority);
        } catch (URISyntaxException e) {
            throw wrong(text, "is not written as a URL", scheme, "host:8080");
        }
    }

    private static @Nullable Scheme scheme(String text) {
        for (Scheme scheme : Scheme.values()) {
            if (scheme.name().toLowerCase(Locale.ROOT).equals(text)) {
                return scheme;
            }
        }
        return null;
    }

    private static int firstOf(String text, String signs) {
        for (int i = 0; i < text.length(); i++) {
            if (signs.indexOf(text.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }

    private static IllegalArgumentException wrong(String text, String what, Scheme scheme, String right) {
        return new IllegalArgumentException(
                shown(text) + " " + what + "; write " + scheme.name().toLowerCase(Locale.ROOT) + "://" + right);
    }

    /** On one line, and without a login. */
    private static String shown(String text) {
        if (text.isEmpty()) {
            return "an empty text";
        }
        String oneLine = text.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}]", "?").replaceFirst("://[^/]*@", "://***@");
        return oneLine.length() <= 60 ? oneLine : oneLine.substring(0, 60) + "...";
    }

    /** As it is written. */
    @Override
    public String toString() {
        return scheme.name().toLowerCase(Locale.ROOT) + "://" + authority;
    }
}
