package io.sluice.rules.list;

import org.jspecify.annotations.Nullable;

/**
 * An IP address, read from a literal and never from a name. An IPv4 address written as an IPv6 one ({@code ::ffff:192.0.2.1}, or the
 * same bits in any spelling) is the IPv4 address: one client, one counter.
 */
public final class Address {
    private static final long MAPPED = 0xffffL << 32;
    private static final long LOW_32 = 0xffff_ffffL;

    private final boolean ipv4;
    private final long high;
    private final long low;

    private Address(boolean ipv4, long high, long low) {
        this.ipv4 = ipv4;
        this.high = high;
        this.low = low;
    }

    /** Null for what is no address: names, {@code 127.1}, octal and hexadecimal numbers, zones, brackets, ports, white space. */
    public static @Nullable Address of(String text) {
        if (text.indexOf(':') < 0) {
            long bits = Ipv4Text.parse(text, 0);
            return bits == Ipv4Text.MALFORMED ? null : new Address(true, 0, bits);
        }
        int shape = Ipv6Text.shape(text);
        return shape == Ipv6Text.MALFORMED ? null : of(Ipv6Text.half(text, shape, 0), Ipv6Text.half(text, shape, 1));
    }

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException with what is wrong, and what would be right
     */
    public static Address parse(String text) {
        Address address = of(text);
        if (address == null) {
            throw new IllegalArgumentException(NotAnAddress.because(text));
        }
        return address;
    }

    /**
     * From 4 or 16 bytes, the highest first, as sockets and the PROXY protocol give them.
     *
     * @throws IllegalArgumentException for any other number of bytes
     */
    public static Address of(byte[] bytes) {
        if (bytes.length != 4 && bytes.length != 16) {
            throw new IllegalArgumentException("an address has 4 or 16 bytes, not " + bytes.length);
        }
        long high = 0;
        long low = 0;
        for (byte octet : bytes) {
            high = (high << 8) | (low >>> 56);
            low = low << 8 | (octet & 255);
        }
        return bytes.length == 4 ? new Address(true, 0, low) : of(high, low);
    }

    private static Address of(long high, long low) {
        return isMapped(high, low) ? new Address(true, 0, low & LOW_32) : new Address(false, high, low);
    }

    static boolean isMapped(long high, long low) {
        return high == 0 && (low & ~LOW_32) == MAPPED;
    }

    public boolean isIpv4() {
        return ipv4;
    }

    /** 32 or 128. */
    public int length() {
        return ipv4 ? 32 : 128;
    }

    /** The first 64 bits of an IPv6 address; 0 for IPv4. */
    public long high() {
        return high;
    }

    /** The last 64 bits of an IPv6 address, or all 32 of an IPv4 one. */
    public long low() {
        return low;
    }

    /** With all bits behind the first {@code prefix} cleared; itself where it has no more bits than that. */
    public Address masked(int prefix) {
        if (prefix >= length()) {
            return this;
        }
        return ipv4
                ? new Address(true, 0, low & ones(prefix + 32))
                : new Address(false, high & ones(prefix), low & ones(prefix - 64));
    }

    /** A word whose first bits are ones: {@code count} of them, none below 0, all above 64. */
    private static long ones(int count) {
        return count <= 0 ? 0 : count >= 64 ? -1 : -1L << (64 - count);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Address other && ipv4 == other.ipv4 && high == other.high && low == other.low;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(high * 31 + low);
    }

    /** The one canonical spelling: {@code 203.0.113.9}, {@code 2001:db8::1}. */
    @Override
    public String toString() {
        return ipv4 ? Ipv4Text.format(low) : Ipv6Text.format(high, low);
    }
}
