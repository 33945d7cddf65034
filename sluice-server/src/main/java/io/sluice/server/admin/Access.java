package io.sluice.server.admin;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask what. Scripts of foreign pages are kept out by where they come from ({@code Origin}) and, should they have made their own name point here, by what they
 * call us ({@code Host}).
 */
final class Access {
    private static final String SCHEME = "bearer ";
    private static final Pattern HOST = Pattern.compile("(\\[[^]]*]|[^:]*)(:[0-9]*)?");

    /** What a request shows for its right. */
    enum Token {
        RIGHT,
        WRONG,
        NONE
    }

    private final AdminSettings settings;
    private final byte[] token;

    Access(AdminSettings settings) {
        this.settings = settings;
        this.token = settings.token().getBytes(StandardCharsets.UTF_8);
    }

    /** Null if the request is welcome. */
    @Nullable
    Reply refusal(AdminRequest request, Endpoint.Right right) {
        List<String> hosts = request.headers().getAll("Host");
        String host = hosts.isEmpty() ? "nothing" : String.join(", ", hosts);
        if (hosts.size() != 1 || !isOurs(host)) {
            return Reply.problem(
                    421,
                    "this door is not called " + host
                            + "; ask for localhost, an address, or the host it was configured with");
        }
        if (isForeign(request, host)) {
            return Reply.problem(403, "scripts of other origins are not answered here");
        }
        return needsToken(right) && token(request) != Token.RIGHT
                ? Reply.problem(
                                401,
                                "this needs the header Authorization: Bearer TOKEN with the token of the admin door,"
                                        + " which is printed at start unless it was set")
                        .with("WWW-Authenticate", "Bearer realm=\"sluice\"")
                : null;
    }

    private boolean needsToken(Endpoint.Right right) {
        return right == Endpoint.Right.WRITE || (right == Endpoint.Right.READ && !settings.loopback());
    }

    /** Takes as long for a token that is nearly right as for any other. */
    Token token(AdminRequest request) {
        String authorization = request.header("Authorization");
        if (authorization == null) {
            return Token.NONE;
        }
        if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Token.WRONG;
        }
        String given = authorization.substring(SCHEME.length()).strip();
        boolean right = MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token);
        return right ? Token.RIGHT : Token.WRONG;
    }

    /** On loopback names of this machine only; elsewhere addresses too, which no foreign page can borrow. */
    private boolean isOurs(String host) {
        Matcher parts = HOST.matcher(host);
        if (!parts.matches()) {
            return false;
        }
        String name = parts.group(1).toLowerCase(Locale.ROOT);
        if (name.equals("localhost") || name.equalsIgnoreCase(settings.host())) {
            return true;
        }
        InetAddress literal = NetUtil.createInetAddressFromIpAddressString(name);
        return literal != null && (literal.isLoopbackAddress() || !settings.loopback());
    }

    private static boolean isForeign(AdminRequest request, String host) {
        if ("cross-site".equals(request.header("Sec-Fetch-Site"))) {
            return true;
        }
        String origin = request.header("Origin");
        return origin != null && !isSame(origin, host);
    }

    private static boolean isSame(String origin, String host) {
        try {
            return host.equalsIgnoreCase(URI.create(origin).getAuthority());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
