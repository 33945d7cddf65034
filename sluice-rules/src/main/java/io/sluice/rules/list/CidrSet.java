package io.sluice.rules.list;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Networks, a million if need be, and whether one of them holds an address: a binary search over ranges that do not overlap. 8 bytes for
 * an IPv4 network, 32 for an IPv6 one; asking allocates nothing.
 */
public final class CidrSet {
    public static final CidrSet EMPTY = of(List.of());

    /** First and last address of each range in one word, sorted; signs flipped so that order is that of unsigned numbers. */
    private final long[] ipv4;
    /** First (two words) and last address of each range, sorted. */
    private final long[] ipv6;

    private CidrSet(long[] ipv4, long[] ipv6) {
        this.ipv4 = ipv4;
        this.ipv6 = ipv6;
    }

    public static CidrSet of(Collection<Cidr> networks) {
        return new CidrSet(ipv4(networks), ipv6(networks));
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

    private static long[] ipv6(Collection<Cidr> networks) {
        List<Cidr> sorted = new ArrayList<>(
                networks.stream().filter(cidr -> !cidr.network().isIpv4()).toList());
        sorted.sort(Comparator.comparingLong((Cidr cidr) -> cidr.network().high() ^ Long.MIN_VALUE)
                .thenComparingLong(cidr -> cidr.network().low() ^ Long.MIN_VALUE)
                .thenComparingInt(Cidr::prefix));
        long[] ranges = new long[sorted.size() * 4];
        int kept = 0;
        for (Cidr cidr : sorted) {
            Address first = cidr.network();
            boolean inside = kept > 0 && !after(first.high(), first.low(), ranges[kept - 2], ranges[kept - 1]);
            if (!inside) {
                ranges[kept++] = first.high();
                ranges[kept++] = first.low();
                ranges[kept++] = first.high() | (cidr.prefix() >= 64 ? 0 : -1L >>> cidr.prefix());
                ranges[kept++] = first.low() | lowHostBits(cidr.prefix());
            }
        }
        return Arrays.copyOf(ranges, kept);
    }

    private static long lowHostBits(int prefix) {
        return prefix <= 64 ? -1L : prefix == 128 ? 0 : -1L >>> (prefix - 64);
    }

    private static boolean after(long high, long low, long otherHigh, long otherLow) {
        int order = Long.compareUnsigned(high, otherHigh);
        return order > 0 || (order == 0 && Long.compareUnsigned(low, otherLow) > 0);
    }

    public boolean isEmpty() {
        return ipv4.length == 0 && ipv6.length == 0;
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
        return address.isIpv4() ? containsIpv4(address.low()) : containsIpv6(address.high(), address.low());
    }

    private boolean contains(long high, long low) {
        return Address.isMapped(high, low) ? containsIpv4(low & 0xffff_ffffL) : containsIpv6(high, low);
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

    private boolean containsIpv6(long high, long low) {
        int below = 0;
        int above = ipv6.length / 4;
        while (below < above) {
            int middle = (below + above) >>> 1;
            if (after(ipv6[middle * 4], ipv6[middle * 4 + 1], high, low)) {
                above = middle;
            } else {
                below = middle + 1;
            }
        }
        return below > 0 && !after(high, low, ipv6[below * 4 - 2], ipv6[below * 4 - 1]);
    }
}
