package io.sluice.http.client;

import io.sluice.rules.list.Address;
import org.jspecify.annotations.Nullable;

/** An address with brackets and a port, as proxies write it. */
final class NodeText {
    private NodeText() {}

    /** {@code 192.0.2.1}, {@code 192.0.2.1:80}, {@code 2001:db8::1}, {@code [2001:db8::1]}, {@code [2001:db8::1]:80}; null for all else. */
    static @Nullable Address address(String node) {
        if (node.startsWith("[")) {
            return bracketed(node);
        }
        int colon = node.indexOf(':');
        boolean oneColon = colon >= 0 && node.indexOf(':', colon + 1) < 0;
        if (oneColon) {
            return isPort(node, colon + 1) ? Address.of(node.substring(0, colon)) : null;
        }
        return Address.of(node);
    }

    private static @Nullable Address bracketed(String node) {
        int end = node.indexOf(']');
        boolean whole = end == node.length() - 1 || (end > 0 && node.charAt(end + 1) == ':' && isPort(node, end + 2));
        String inside = whole ? node.substring(1, end) : "";
        return inside.indexOf(':') < 0 ? null : Address.of(inside);
    }

    /** Or {@code _hidden}, as RFC 7239 has it. */
    private static boolean isPort(String node, int from) {
        int length = node.length() - from;
        if (length > 1 && node.charAt(from) == '_') {
            return true;
        }
        return length >= 1
                && length <= 5
                && node.chars().skip(from).allMatch(c -> c >= '0' && c <= '9')
                && Integer.parseInt(node.substring(from)) <= 65_535;
    }
}
