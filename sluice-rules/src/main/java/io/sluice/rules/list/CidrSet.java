package io.sluice.rules.list;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Networks, a million if need be, and whether one of them holds an address: a binary search over ranges that do not overlap. 8 bytes for
 * an IPv4 network, 32 for an IPv6 one; asking allocates nothing.
 */
public final class CidrSet {
    public static final CidrSet EMPTY = of(List.of());

    /** First and last address of each range in one word, sorted; signs flipped so that order is that of unsigned numbers. */
    private final long[] ipv4;

    private final Ipv6Ranges ipv6;

    private CidrSet(long[] ipv4, Ipv6Ranges ipv6) {
        this.ipv4 = ipv4;
        this.ipv6 = ipv6;
    }

    public static CidrSet of(Collection<Cidr> networks) {
        return new CidrSet(ipv4(networks), Ipv6Ranges.of(networks));
    }

    /**
     * Networks are apart or inside each other, never askew; so what begins before the end of the one before it is inside that.
     */
    private static long[] ipv4(Collection<Cidr> networks) {
        long[] ranges = networks.stream()
                .filter(cidr -> cidr.network().isIpv4())
                .mapToLong(CidrSet::ipv4Range)
                .sorted()
                .toArray();
        int kept = 0;
        for (long range : ranges) {
            long first = range >> 32;
            if (kept > 0 && first <= last(ranges[kept - 1])) {
                // Of two that begin alike the larger comes later, because its end does.
                ranges[kept - 1] = withLast(ranges[kept - 1], Math.max(last(ranges[kept - 1]), last(range)));
            } else {
                ranges[kept++] = range;
            }
        }
        return Arrays.copyOf(ranges, kept);
    }

    private static long ipv4Range(Cidr cidr) {
        long first = cidr.network().low();
        long last = first | (0xffff_ffffL >>> cidr.prefix());
        return withLast(flipped(first) << 32, flipped(last));
    }

    private static long withLast(long range, long last) {
        return (range & ~0xffff_ffffL) | (last & 0xffff_ffffL);
    }

    private static long last(long range) {
        return (int) range;
    }

    /** 0 becomes the smallest int. */
    private static long flipped(long unsigned) {
        return (int) unsigned ^ Integer.MIN_VALUE;
    }

    public boolean isEmpty() {
        return ipv4.length == 0 && ipv6.isEmpty();
    }

    /** Whether a network holds this address; false for what is no address. */
    public boolean contains(String address) {
        if (address.indexOf(':') < 0) {
            long bits = Ipv4Text.parse(address, 0);
            return bits != Ipv4Text.MALFORMED && containsIpv4(bits);
        }
        int shape = Ipv6Text.shape(address);
        return shape != Ipv6Text.MALFORMED
                && contains(Ipv6Text.half(address, shape, 0), Ipv6Text.half(address, shape, 1));
    }

    public boolean contains(Address address) {
        return address.isIpv4() ? containsIpv4(address.low()) : ipv6.contain(address.high(), address.low());
    }

    private boolean contains(long high, long low) {
        return Address.isMapped(high, low) ? containsIpv4(low & 0xffff_ffffL) : ipv6.contain(high, low);
    }

    private boolean containsIpv4(long bits) {
        long wanted = flipped(bits);
        int below = 0;
        int above = ipv4.length;
        while (below < above) {
            int middle = (below + above) >>> 1;
            if (ipv4[middle] >> 32 <= wanted) {
                below = middle + 1;
            } else {
                above = middle;
            }
        }
        return below > 0 && wanted <= last(ipv4[below - 1]);
    }
}
