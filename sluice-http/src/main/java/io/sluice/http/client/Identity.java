package io.sluice.http.client;

import io.sluice.core.Clock;
import io.sluice.http.HttpRequest;
import io.sluice.http.path.CaseFold;
import io.sluice.http.path.QueryText;
import io.sluice.rules.Attribute;
import io.sluice.rules.Source;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What a request brings under a name that the rule file gives a source for: a user, an API key, a plan. */
public final class Identity {
    private static final System.Logger LOG = System.getLogger(Identity.class.getName());
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Source source;
    private final Attribute attribute;
    private final AtomicBoolean ignored = new AtomicBoolean();

    public Identity(Source source) {
        this.source = source;
        this.attribute = attribute(source);
    }

    /**
     * Reads it, without white space around it and folded as the source says; null if it is not there, empty, or not to be believed.
     *
     * @param trusted whether the request comes from a trusted proxy
     * @param clock says whether a token has expired
     */
    public @Nullable String read(HttpRequest request, boolean trusted, Clock clock) {
        if (source instanceof Source.Header header && header.trust() == Source.Trust.TRUSTED_PROXIES && !trusted) {
            tellIgnored(header.name(), request);
            return null;
        }
        String value = first(attribute, request);
        if (value != null) {
            value = value.strip();
            if (source instanceof Source.Jwt jwt) {
                value = claim(jwt, value, clock.wallNanos() / NANOS_PER_MILLI);
            }
        }
        return value == null || value.isEmpty() ? null : folded(source, value);
    }

    /** Once for each set of rules, so that a missing proxy in them is noticed. */
    private void tellIgnored(String header, HttpRequest request) {
        if (!ignored.get() && request.count(header) > 0 && ignored.compareAndSet(false, true)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the header {0} from {1} is ignored: only addresses in clients.ip.trusted-proxies may send it"
                            + " (said once for these rules)",
                    header,
                    request.peer());
        }
    }

    private static @Nullable String first(Attribute attribute, HttpRequest request) {
        if (attribute.kind() == Attribute.Kind.HEADER) {
            return request.header(attribute.name());
        }
        List<String> values = values(attribute, request);
        return values.isEmpty() ? null : values.get(0);
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
        return switch (attribute.kind()) {
            case HEADER -> request.headers(attribute.name());
            case COOKIE ->
                request.count("Cookie") == 0
                        ? List.of()
                        : CookieText.values(request.headers("Cookie"), attribute.name());
            case QUERY -> ofQuery(request.query(), attribute.name());
            default -> List.of();
        };
    }

    private static List<String> ofQuery(@Nullable String query, String name) {
        return query == null ? List.of() : QueryText.values(query, name);
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
