package io.sluice.server.grpc;

import io.sluice.rules.Attribute;
import io.sluice.rules.Attributes;
import io.sluice.rules.match.HostGlob;
import io.sluice.server.api.InForce;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a descriptor says: each entry is an attribute of its key's name, and {@code domain} is one too. {@code remote_address} is the client's address. A key that comes again
 * is {@code key_2}, {@code key_3}.
 */
final class DescriptorAttributes implements Attributes {
    private static final String REMOTE_ADDRESS = "remote_address";

    private final String domain;
    private final Described descriptor;
    private final InForce inForce;
    private final long times;

    DescriptorAttributes(String domain, Described descriptor, InForce inForce, long times) {
        this.domain = domain;
        this.descriptor = descriptor;
        this.inForce = inForce;
        this.times = times;
    }

    @Override
    public long times() {
        return times;
    }

    @Override
    public boolean canWait() {
        return false;
    }

    @Override
    public @Nullable String get(Attribute attribute) {
        return switch (attribute.kind()) {
            case METHOD -> upper(value("method"));
            case PATH -> path();
            case IP -> ip();
            case ENDPOINT -> null;
            case HEADER, COOKIE, QUERY -> value(attribute.toString());
            case HOST -> host();
            case PLAN -> value(attribute.name());
            case NAMED -> attribute.name().equals("domain") ? domain : value(attribute.name());
        };
    }

    private static @Nullable String upper(@Nullable String method) {
        return method == null ? null : method.toUpperCase(Locale.ROOT);
    }

    private @Nullable String host() {
        String host = value("host");
        return host == null ? null : HostGlob.oneSpelling(host);
    }

    private @Nullable String ip() {
        String address = value(REMOTE_ADDRESS);
        return address == null ? value("ip") : address;
    }

    private @Nullable String path() {
        String raw = rawPath();
        if ("*".equals(raw)) {
            String method = get(Attribute.METHOD);
            return method == null || method.equals("OPTIONS") ? raw : null;
        }
        return raw == null ? null : inForce.paths().of(raw);
    }

    /** Envoy's has the query behind it. */
    private @Nullable String rawPath() {
        String target = value("path");
        int query = target == null ? -1 : target.indexOf('?');
        return target == null || query < 0 ? target : target.substring(0, query);
    }

    /** Whether there is a path, but one that servers read differently. */
    boolean isAmbiguous() {
        String raw = rawPath();
        return raw != null && (path() == null || !inForce.agree(raw, this));
    }

    private @Nullable String value(String name) {
        for (int i = 0; i < descriptor.size(); i++) {
            if (descriptor.key(i).equalsIgnoreCase(name)) {
                return descriptor.value(i);
            }
        }
        return again(name);
    }

    private @Nullable String again(String name) {
        int end = name.length() - 2;
        if (end <= 0 || name.charAt(end) != '_' || !isDigit(name.charAt(end + 1))) {
            return null;
        }
        int left = name.charAt(end + 1) - '0';
        for (int i = 0; i < descriptor.size(); i++) {
            String key = descriptor.key(i);
            if (key.length() == end && key.regionMatches(true, 0, name, 0, end) && --left == 0) {
                return descriptor.value(i);
            }
        }
        return null;
    }

    private static boolean isDigit(char c) {
        return c >= '2' && c <= '9';
    }
}
