package io.sluice.http.client;

import io.sluice.http.HttpRequest;
import io.sluice.http.path.CaseFold;
import io.sluice.http.path.QueryText;
import io.sluice.rules.Attribute;
import io.sluice.rules.Source;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a request brings under a name that the rule file gives a source for: a user, an API key, a plan. */
public final class Identity {
    private Identity() {}

    /**
     * Reads it, without white space around it and folded as the source says; null if it is not there, empty, or not to be believed.
     *
     * @param trusted whether the request comes from a trusted proxy
     */
    public static @Nullable String read(Source source, HttpRequest request, boolean trusted, long epochMillis) {
        if (source instanceof Source.Header header && header.trust() == Source.Trust.TRUSTED_PROXIES && !trusted) {
            return null;
        }
        List<String> values = values(attribute(source), request);
        String value = values.isEmpty() ? "" : values.get(0).strip();
        if (source instanceof Source.Jwt jwt) {
            value = claim(jwt, value, epochMillis);
        }
        return value == null || value.isEmpty() ? null : folded(source, value);
    }

    /** Where a source looks. */
    public static Attribute attribute(Source source) {
        if (source instanceof Source.Cookie cookie) {
            return Attribute.of("cookie." + cookie.name());
        }
        if (source instanceof Source.Query query) {
            return Attribute.of("query." + query.name());
        }
        return Attribute.of(
                "header." + (source instanceof Source.Header header ? header.name() : ((Source.Jwt) source).header()));
    }

    /** All that the request says under this name, in order: lines of a header, cookies or query parameters. */
    public static List<String> values(Attribute attribute, HttpRequest request) {
        String query = request.query();
        return switch (attribute.kind()) {
            case HEADER -> request.headers(attribute.name());
            case COOKIE -> CookieText.values(request.headers("Cookie"), attribute.name());
            case QUERY -> query == null ? List.of() : QueryText.values(query, attribute.name());
            default -> List.of();
        };
    }

    private static @Nullable String claim(Source.Jwt source, String value, long epochMillis) {
        boolean bearer = value.regionMatches(true, 0, "Bearer ", 0, 7);
        String token = bearer ? value.substring(7).strip() : value;
        String claim = token.isEmpty() ? null : source.keys().claim(token, source.claim(), epochMillis);
        return claim == null ? null : claim.strip();
    }

    private static String folded(Source source, String value) {
        Source.Fold fold;
        if (source instanceof Source.Header header) {
            fold = header.fold();
        } else if (source instanceof Source.Cookie cookie) {
            fold = cookie.fold();
        } else if (source instanceof Source.Query query) {
            fold = query.fold();
        } else {
            fold = ((Source.Jwt) source).fold();
        }
        return fold == Source.Fold.IGNORE_CASE ? CaseFold.of(value) : value;
    }
}
