package io.sluice.http;

import io.sluice.http.client.Identity;
import io.sluice.http.client.Peer;
import io.sluice.http.path.PathReadings;
import io.sluice.rules.Attribute;
import io.sluice.rules.Attributes;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.list.Address;
import io.sluice.rules.match.HostGlob;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What is known about an HTTP request, found out when it is asked for and remembered from then on: a key can be named when the request itself is long gone. For
 * one thread at a time.
 */
final class HttpAttributes implements Attributes {
    private static final String NO_ADDRESS = "";

    private final HttpRequest request;
    private final RequestReader reader;
    private final Peer peer;
    private final @Nullable String path;
    private @Nullable String method;
    private @Nullable String ip;
    private @Nullable Remembered others;

    HttpAttributes(HttpRequest request, RequestReader reader) {
        this.request = request;
        this.reader = reader;
        this.peer = request.origin();
        String raw = request.path();
        this.path = raw.equals("*") ? ofNoPath() : reader.paths.of(raw);
    }

    /** {@code OPTIONS *} is about the server; with every other method it is malformed. */
    private @Nullable String ofNoPath() {
        return request.method().equals("OPTIONS") ? "*" : null;
    }

    /** What is wrong with the request, for its sender; null if nothing is. */
    @Nullable
    String wrong(RuleEngine engine) {
        if (path == null || !PathReadings.agree(request.path(), this, engine)) {
            return "The path can be read in more than one way.";
        }
        return request.hasPlainQuery()
                ? reader.suspicion.of(request)
                : "The query holds a character that must be encoded.";
    }

    @Override
    public @Nullable String get(Attribute attribute) {
        return switch (attribute.kind()) {
            case METHOD -> method();
            case PATH -> path;
            case ENDPOINT -> null;
            case IP -> ip();
            default -> other(attribute);
        };
    }

    private String method() {
        String known = method;
        if (known == null) {
            String given = request.method().toUpperCase(Locale.ROOT);
            known = given.equals("HEAD") && reader.headIsGet ? "GET" : given;
            method = known;
        }
        return known;
    }

    /** Looked for once, also where there is none. */
    @SuppressWarnings("ReferenceEquality") // an equal one would only be spelled anew
    private @Nullable String ip() {
        String known = ip;
        if (known == null) {
            Address client = reader.clientAddress.of(request, peer.address());
            known = client == null ? NO_ADDRESS : client == peer.address() ? peer.text() : client.toString();
            ip = known;
        }
        return known.isEmpty() ? null : known;
    }

    private @Nullable String other(Attribute attribute) {
        Remembered known = others;
        if (known == null) {
            known = new Remembered();
            others = known;
        }
        int place = known.place(attribute);
        if (place >= 0) {
            return known.value(place);
        }
        String value = find(attribute);
        known.add(attribute, value);
        return value;
    }

    private @Nullable String find(Attribute attribute) {
        return switch (attribute.kind()) {
            case HOST -> host();
            case PLAN -> read(reader.plan);
            case NAMED -> read(reader.identities.get(attribute.name()));
            case HEADER -> joined(attribute.name());
            default -> {
                List<String> values = Identity.values(attribute, request);
                yield values.isEmpty() ? null : values.get(0);
            }
        };
    }

    private @Nullable String host() {
        String host = request.host();
        return host == null ? null : HostGlob.oneSpelling(host);
    }

    private @Nullable String read(@Nullable Identity identity) {
        return identity == null
                ? null
                : identity.read(request, reader.clientAddress.trusts(peer.address()), reader.clock);
    }

    private @Nullable String joined(String name) {
        return switch (request.count(name)) {
            case 0 -> null;
            case 1 -> request.header(name);
            default -> String.join(", ", request.headers(name));
        };
    }

    /** A browser asks before the request itself whether it may send it, and cannot say who asks. */
    @Override
    public boolean anonymous() {
        return Preflight.is(request);
    }

    @Override
    public boolean canWait() {
        return request.canWait();
    }
}
