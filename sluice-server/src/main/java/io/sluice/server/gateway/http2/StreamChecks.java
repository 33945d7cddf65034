package io.sluice.server.gateway.http2;

import io.netty.handler.codec.http2.Http2Headers;
import io.sluice.server.http1.BadHead;
import io.sluice.server.http1.FieldName;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds heads of HTTP/2 streams that an HTTP/1.1 server would read as something else, or that break the rules of HTTP/2. */
final class StreamChecks {
    private static final Set<String> PSEUDO = Set.of(":method", ":scheme", ":path", ":authority");
    private static final Set<String> OF_A_CONNECTION =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

    private StreamChecks() {}

    /** What is wrong, for its sender; null if nothing is. Cookies are one header, in however many fields they come. */
    static @Nullable BadHead wrong(Http2Headers headers, int mostFields) {
        if (fields(headers) > mostFields) {
            return BadHead.MANY;
        }
        String wrong = wrong(headers);
        return wrong == null ? null : BadHead.request(wrong);
    }

    private static int fields(Http2Headers headers) {
        int pseudo =
                PSEUDO.stream().mapToInt(name -> headers.getAll(name).size()).sum();
        int cookies = headers.getAll("cookie").size();
        return headers.size() - pseudo - Math.max(0, cookies - 1);
    }

    /** Whether all of these may come behind a body. */
    static boolean mayTrail(Http2Headers trailers) {
        return trailers.names().stream()
                .allMatch(name ->
                        name.length() > 0 && FieldName.of(name.toString()).mayTrail());
    }

    private static @Nullable String wrong(Http2Headers headers) {
        for (Map.Entry<CharSequence, CharSequence> field : headers) {
            String wrong = wrong(field.getKey(), field.getValue());
            if (wrong != null) {
                return wrong;
            }
        }
        String twice = twice(headers);
        return twice != null ? twice : wrongTarget(headers);
    }

    private static @Nullable String wrong(CharSequence name, CharSequence value) {
        if (!isName(name)) {
            return "A header's name must be a lower-case token.";
        }
        String text = name.toString();
        if (text.charAt(0) == ':' && !PSEUDO.contains(text)) {
            return "The pseudo header " + text + " is not one of a request.";
        }
        if (OF_A_CONNECTION.contains(text)) {
            return "The header " + text + " has no place in HTTP/2.";
        }
        if (text.equals("te") && !value.toString().equalsIgnoreCase("trailers")) {
            return "The header te can only say trailers in HTTP/2.";
        }
        return isValue(value) ? null : "The value of " + text + " holds a character that is not allowed.";
    }

    private static boolean isName(CharSequence name) {
        int start = name.length() > 1 && name.charAt(0) == ':' ? 1 : 0;
        for (int i = start; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean token = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
            if (!token) {
                return false;
            }
        }
        return name.length() > start;
    }

    private static boolean isValue(CharSequence value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if ((c < ' ' && c != '\t') || c == 0x7F) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String twice(Http2Headers headers) {
        for (String name : PSEUDO) {
            if (headers.getAll(name).size() > 1) {
                return "More than one " + name + " was sent.";
            }
        }
        List<CharSequence> lengths = headers.getAll("content-length");
        if (lengths.size() > 1 || (lengths.size() == 1 && !isLength(lengths.get(0)))) {
            return "The header content-length must be one number.";
        }
        return headers.getAll("host").size() > 1 ? "More than one host was sent." : null;
    }

    private static boolean isLength(CharSequence text) {
        return text.length() > 0 && text.length() < 19 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static @Nullable String wrongTarget(Http2Headers headers) {
        CharSequence method = headers.method();
        CharSequence path = headers.path();
        CharSequence authority = headers.authority();
        CharSequence host = headers.get("host");
        if (method == null || path == null || headers.scheme() == null) {
            return "A request needs :method, :scheme and :path.";
        }
        if (!isMethod(method)) {
            return "The method must be a token.";
        }
        boolean whole = path.toString().equals("*") && method.toString().equals("OPTIONS");
        if (!whole && (path.length() == 0 || path.charAt(0) != '/' || !isPath(path))) {
            return "The path must begin with a slash and have no spaces.";
        }
        if (authority == null && host == null) {
            return "A request must say in :authority whom it is addressed to.";
        }
        if (!isAuthority(authority == null ? host : authority)) {
            return "The :authority must be a host, and perhaps a port.";
        }
        boolean differ = authority != null && host != null && !lower(authority).equals(lower(host));
        return differ ? "The header host says another host than :authority." : null;
    }

    private static boolean isMethod(CharSequence method) {
        return method.length() > 0
                && method.length() <= 32
                && method.chars()
                        .allMatch(c -> (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '_');
    }

    private static boolean isPath(CharSequence path) {
        return path.chars().allMatch(c -> c > ' ' && c < 0x7F && c != '#');
    }

    private static boolean isAuthority(@Nullable CharSequence text) {
        return text != null
                && text.length() > 0
                && text.chars().allMatch(c -> c > ' ' && c < 0x7F && "@/?#\\,\"<>".indexOf(c) < 0);
    }

    private static String lower(CharSequence text) {
        return text.toString().toLowerCase(Locale.ROOT);
    }
}
