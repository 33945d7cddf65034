package io.sluice.http.client;

import io.sluice.http.HttpRequest;
import io.sluice.rules.ClientSettings;
import io.sluice.rules.list.Address;
import io.sluice.rules.list.Cidr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the client's address. What a header says about it is believed only from trusted proxies, and only as far as they
 * wrote it: from the right, over all lines, up to the first address that is no trusted proxy.
 *
 * <p>At an element that is no address the search stops, and the proxy that passed it on is taken for the client: whoever sends
 * nonsense shares a counter with others that do.
 */
public final class ClientAddress {
    /** Proxies that a request may have passed; what lies further left is not looked at. */
    private static final int MOST_HOPS = 64;

    private enum Header {
        X_FORWARDED_FOR("X-Forwarded-For"),
        FORWARDED("Forwarded"),
        NONE("");

        final String name;

        Header(String name) {
            this.name = name;
        }
    }

    private final List<Cidr> trusted;
    private final Header header;
    private final int hops;

    public ClientAddress(ClientSettings settings) {
        this.trusted = settings.trustedProxies().stream().map(Cidr::parse).toList();
        this.hops = settings.hops();
        this.header = switch (settings.forwardedBy()) {
            case "x-forwarded-for" -> Header.X_FORWARDED_FOR;
            case "forwarded" -> Header.FORWARDED;
            case "none" -> Header.NONE;
            default ->
                throw new IllegalArgumentException(
                        "forwarded-by must be x-forwarded-for, forwarded or none, not " + settings.forwardedBy());
        };
    }

    /** Of the connection; null if it has none, as a local socket. */
    public static @Nullable Address peer(String literal) {
        boolean bracketed = literal.startsWith("[") && literal.endsWith("]");
        String inside = bracketed ? literal.substring(1, literal.length() - 1) : literal;
        int zone = inside.indexOf('%');
        return Address.of(zone < 0 ? inside : inside.substring(0, zone));
    }

    /** Whether this peer's word counts. With a number of hops and no list, that of every peer: it is the nearest of the proxies. */
    public boolean trusts(@Nullable Address peer) {
        return trusted.isEmpty() ? hops > 0 : peer != null && isTrusted(peer);
    }

    /** Null if neither the connection nor a trusted proxy tells. */
    public @Nullable Address of(HttpRequest request, @Nullable Address peer) {
        if (header == Header.NONE || !trusts(peer)) {
            return peer;
        }
        return request.count(header.name) == 0 ? peer : walk(request.headers(header.name), peer);
    }

    private @Nullable Address walk(List<String> lines, @Nullable Address peer) {
        Address client = peer;
        int passed = 0;
        for (int i = lines.size() - 1; i >= 0; i--) {
            Nodes nodes =
                    header == Header.FORWARDED ? ForwardedText.nodes(lines.get(i)) : ForwardedFor.nodes(lines.get(i));
            for (String node = nodes.next(); node != null; node = nodes.next()) {
                Address address = NodeText.address(node);
                if (address == null || ++passed > MOST_HOPS) {
                    return client;
                }
                client = address;
                if (hops > 0 ? passed == hops : !isTrusted(address)) {
                    return client;
                }
            }
        }
        return client;
    }

    private boolean isTrusted(Address address) {
        for (int i = 0; i < trusted.size(); i++) {
            if (trusted.get(i).contains(address)) {
                return true;
            }
        }
        return false;
    }
}
