package io.sluice.rules.list;

/**
 * A network: all addresses that begin with the same {@code prefix} bits. IPv4 and IPv6 are apart: {@code ::/0} holds no IPv4 address.
 *
 * @param network its first address
 * @param prefix 0 to 32, or to 128 for IPv6
 */
public record Cidr(Address network, int prefix) {
    /** Bits of an IPv6 address in front of the IPv4 one that it maps. */
    private static final int MAPPED_BITS = 96;

    public Cidr {
        if (prefix < 0 || prefix > network.length()) {
            throw new IllegalArgumentException(
                    "/" + prefix + " is not a prefix of " + network + "; it goes from /0 to /" + network.length());
        }
        if (!network.equals(network.masked(prefix))) {
            throw new IllegalArgumentException(network + "/" + prefix + " is an address inside a network; write "
                    + network.masked(prefix) + "/" + prefix + " for the network, or " + network + " for the address");
        }
    }

    /**
     * Reads {@code 203.0.113.0/24}; an address alone is a network of one.
     *
     * @throws IllegalArgumentException with what is wrong, and what would be right
     */
    public static Cidr parse(String text) {
        int slash = text.indexOf('/');
        Address address = Address.parse(slash < 0 ? text : text.substring(0, slash));
        if (slash < 0) {
            return new Cidr(address, address.length());
        }
        boolean mapped = address.isIpv4() && text.lastIndexOf(':', slash) >= 0;
        int written = prefix(text, slash + 1, mapped ? 128 : address.length());
        if (mapped && written < MAPPED_BITS) {
            throw new IllegalArgumentException(
                    text + " holds more than IPv4 addresses; write " + address + " with /0 to /32");
        }
        return new Cidr(address, mapped ? written - MAPPED_BITS : written);
    }

    private static int prefix(String text, int from, int most) {
        int prefix = number(text, from);
        if (prefix < 0 || prefix > most) {
            String digits = text.substring(from);
            throw new IllegalArgumentException("/" + (digits.length() > 20 ? digits.substring(0, 20) + "..." : digits)
                    + " is not a prefix of " + text.substring(0, from - 1) + "; it goes from /0 to /" + most);
        }
        return prefix;
    }

    /** Negative for what is no number of up to three digits without leading zeros. */
    private static int number(String text, int from) {
        int digits = text.length() - from;
        boolean number = digits == 1 || ((digits == 2 || digits == 3) && text.charAt(from) != '0');
        int value = 0;
        for (int at = from; number && at < text.length(); at++) {
            int digit = text.charAt(at) - '0';
            number = digit >= 0 && digit <= 9;
            value = value * 10 + digit;
        }
        return number ? value : -1;
    }

    public boolean contains(Address address) {
        return address.isIpv4() == network.isIpv4() && address.masked(prefix).equals(network);
    }

    /** {@code 203.0.113.0/24}; an address alone without prefix. */
    @Override
    public String toString() {
        return prefix == network.length() ? network.toString() : network + "/" + prefix;
    }
}
