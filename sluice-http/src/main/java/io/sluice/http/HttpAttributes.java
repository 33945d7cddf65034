package io.sluice.http;

import io.sluice.http.client.ClientAddress;
import io.sluice.http.client.Identity;
import io.sluice.rules.Attribute;
import io.sluice.rules.Attributes;
import io.sluice.rules.Source;
import io.sluice.rules.list.Address;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is known about an HTTP request, found out when it is asked for. For one thread at a time. */
final class HttpAttributes implements Attributes {
    private final HttpRequest request;
    private final RequestReader reader;
    private final @Nullable Address peer;
    private final @Nullable String path;
    private final Map<Attribute, Optional<String>> known = new HashMap<>(4);

    HttpAttributes(HttpRequest request, RequestReader reader) {
        this.request = request;
        this.reader = reader;
        this.peer = ClientAddress.peer(request.peer());
        this.path = request.path().equals("*") ? "*" : reader.paths.of(request.path());
    }

    /** What is wrong with the request, for its sender; null if nothing is. */
    @Nullable
    String wrong() {
        return path == null ? "The path can be read in more than one way." : reader.suspicion.of(request);
    }

    @Override
    public @Nullable String get(Attribute attribute) {
        return switch (attribute.kind()) {
            case METHOD -> method();
            case PATH -> path;
            case ENDPOINT -> null;
            default -> {
                Optional<String> value = known.get(attribute);
                if (value == null) {
                    value = Optional.ofNullable(find(attribute));
                    known.put(attribute, value);
                }
                yield value.orElse(null);
            }
        };
    }

    private @Nullable String find(Attribute attribute) {
        return switch (attribute.kind()) {
            case HOST -> host();
            case IP -> ip();
            case PLAN -> read(reader.plan);
            case NAMED -> read(reader.identities.get(attribute.name()));
            case HEADER -> joined(request.headers(attribute.name()));
            default -> {
                List<String> values = Identity.values(attribute, request);
                yield values.isEmpty() ? null : values.get(0);
            }
        };
    }

    private String method() {
        String method = request.method().toUpperCase(Locale.ROOT);
        return method.equals("HEAD") && reader.headIsGet ? "GET" : method;
    }

    private @Nullable String host() {
        String host = request.host();
        return host == null ? null : host.toLowerCase(Locale.ROOT);
    }

    private @Nullable String ip() {
        Address client = reader.clientAddress.of(request, peer);
        return client == null ? null : client.toString();
    }

    private @Nullable String read(@Nullable Source source) {
        return source == null
                ? null
                : Identity.read(source, request, reader.clientAddress.trusts(peer), reader.epochMillis());
    }

    private static @Nullable String joined(List<String> lines) {
        return lines.isEmpty() ? null : lines.size() == 1 ? lines.get(0) : String.join(", ", lines);
    }

    /** A browser asks before the request itself whether it may send it, and cannot say who asks. */
    @Override
    public boolean anonymous() {
        return Preflight.is(request);
    }
}
