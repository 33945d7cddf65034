package io.sluice.rules.list;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;

/**
 * Ranges of IPv6 addresses that do not overlap, sorted. The high words of their first addresses stand together, because most of a search is among those. Signs are
 * flipped, so that order is that of unsigned numbers.
 */
final class Ipv6Ranges {
    private static final Comparator<Cidr> BY_FIRST = (a, b) -> {
        int high = Long.compareUnsigned(a.network().high(), b.network().high());
        int low = high != 0
                ? high
                : Long.compareUnsigned(a.network().low(), b.network().low());
        return low != 0 ? low : Integer.compare(a.prefix(), b.prefix());
    };

    private final long[] firstHigh;
    private final long[] firstLow;
    private final long[] lastHigh;
    private final long[] lastLow;

    private Ipv6Ranges(int size) {
        firstHigh = new long[size];
        firstLow = new long[size];
        lastHigh = new long[size];
        lastLow = new long[size];
    }

    static Ipv6Ranges of(Collection<Cidr> networks) {
        Cidr[] sorted =
                networks.stream().filter(cidr -> !cidr.network().isIpv4()).toArray(Cidr[]::new);
        Arrays.sort(sorted, BY_FIRST);
        int kept = 0;
        for (Cidr cidr : sorted) {
            // Networks are apart or inside each other, and the larger comes first.
            if (kept == 0 || !sorted[kept - 1].contains(cidr.network())) {
                sorted[kept++] = cidr;
            }
        }
        Ipv6Ranges ranges = new Ipv6Ranges(kept);
        for (int i = 0; i < kept; i++) {
            ranges.put(i, sorted[i]);
        }
        return ranges;
    }

    private void put(int place, Cidr cidr) {
        Address first = cidr.network();
        firstHigh[place] = flipped(first.high());
        firstLow[place] = flipped(first.low());
        lastHigh[place] = flipped(first.high() | hostBits(cidr.prefix()));
        lastLow[place] = flipped(first.low() | hostBits(cidr.prefix() - 64));
    }

    /** Ones behind the prefix. */
    private static long hostBits(int prefix) {
        return prefix <= 0 ? -1 : prefix >= 64 ? 0 : -1L >>> prefix;
    }

    private static long flipped(long unsigned) {
        return unsigned ^ Long.MIN_VALUE;
    }

    boolean isEmpty() {
        return firstHigh.length == 0;
    }

    boolean contain(long unsignedHigh, long unsignedLow) {
        long high = flipped(unsignedHigh);
        long low = flipped(unsignedLow);
        int below = 0;
        int above = firstHigh.length;
        while (below < above) {
            int middle = (below + above) >>> 1;
            if (isAfter(firstHigh[middle], firstLow, middle, high, low)) {
                above = middle;
            } else {
                below = middle + 1;
            }
        }
        int last = below - 1;
        return last >= 0 && (high < lastHigh[last] || (high == lastHigh[last] && low <= lastLow[last]));
    }

    private static boolean isAfter(long firstHigh, long[] firstLow, int place, long high, long low) {
        return firstHigh > high || (firstHigh == high && firstLow[place] > low);
    }
}
