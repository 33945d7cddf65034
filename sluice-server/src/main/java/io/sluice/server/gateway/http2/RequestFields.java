package io.sluice.server.gateway.http2;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.sluice.http.HttpRequest;
import io.sluice.http.Verdict;
import io.sluice.http.client.ClientAddress;
import io.sluice.rules.Ruling;
import io.sluice.server.http1.FieldName;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The fields of a request on its way to an upstream: those of the connection are gone, and those that say where it comes from are the gateway's own. */
final class RequestFields {
    /** Set for a request that passed beyond its limit, so that the application can answer cheaply. */
    static final String REDUCED = "x-ratelimit-reduced";

    private final HttpRequest request;
    private final boolean trusted;
    private final HttpHeaders headers = new DefaultHttpHeaders();

    private RequestFields(HttpRequest request, RuleView view) {
        this.request = request;
        this.trusted = view.clients().trusts(ClientAddress.peer(request.peer()));
    }

    static HttpHeaders of(HttpRequest request, String scheme, Verdict verdict, RuleView view) {
        RequestFields fields = new RequestFields(request, view);
        fields.copy();
        fields.forward(scheme);
        Ruling ruling = verdict.ruling();
        if (ruling != null && ruling.outcome() == Ruling.Outcome.REDUCED) {
            fields.headers.set(REDUCED, "true");
        }
        return fields.headers;
    }

    private void copy() {
        Set<String> copied = new HashSet<>();
        Set<String> named = ConnectionFields.named(request.headers("connection"));
        for (String name : request.headerNames()) {
            String lower = name.toLowerCase(Locale.ROOT);
            if (copied.add(lower) && passes(lower, named)) {
                headers.add(name, request.headers(name));
            }
        }
        if (request.headers("te").stream()
                .anyMatch(line -> line.toLowerCase(Locale.ROOT).contains("trailers"))) {
            headers.set("te", "trailers");
        }
    }

    /** What says where a request comes from is believed only from a trusted proxy, and no client can have it left out. */
    private boolean passes(String lower, Set<String> named) {
        FieldName name = FieldName.of(lower);
        return switch (name) {
            case HOST, TRANSFER_ENCODING, EXPECT, RATE, X_RATELIMIT_REDUCED -> false;
            default -> name.isForwarding() ? trusted : !name.isHopByHop() && !named.contains(lower);
        };
    }

    private void forward(String scheme) {
        List<String> before = headers.getAll("x-forwarded-for");
        headers.set(
                "x-forwarded-for",
                before.isEmpty() ? request.peer() : String.join(", ", before) + ", " + request.peer());
        setIfMissing("x-forwarded-proto", scheme);
        String host = request.host();
        if (host != null) {
            setIfMissing("x-forwarded-host", host);
        }
    }

    private void setIfMissing(String name, String value) {
        if (!headers.contains(name)) {
            headers.set(name, value);
        }
    }
}
