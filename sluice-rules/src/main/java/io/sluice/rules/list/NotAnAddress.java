package io.sluice.rules.list;

/** Why a text is no address, and what would be one. */
final class NotAnAddress {
    private static final String RIGHT = "; write 203.0.113.9 or 2001:db8::1";
    private static final int SHOWN = 60;

    private NotAnAddress() {}

    static String because(String text) {
        if (text.isEmpty()) {
            return "an address is missing" + RIGHT;
        }
        return shown(text) + " " + fault(text);
    }

    private static String fault(String text) {
        String bare = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text.strip();
        if (!bare.equals(text) && Address.of(bare) != null) {
            return "has brackets or white space around it; write " + bare;
        }
        int zone = text.indexOf('%');
        if (zone > 0 && Address.of(text.substring(0, zone)) != null) {
            return "has a zone, which only means something on one machine; write " + text.substring(0, zone);
        }
        int port = text.indexOf(':');
        if (port > 0 && Address.of(text.substring(0, port)) != null) {
            return "has a port; write " + text.substring(0, port);
        }
        if (!text.isEmpty() && text.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'))) {
            return "is not an IPv4 address: it takes four numbers from 0 to 255 without leading zeros" + RIGHT;
        }
        return "is not an address" + RIGHT;
    }

    private static String shown(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }
}
