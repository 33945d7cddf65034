package io.sluice.benchmarks;

import java.util.Arrays;
import java.util.Random;

/** Numbers below {@code size}: the n-th comes with a probability of 1/n of the first's. */
final class Zipf {
    private final double[] upTo;
    private final Random random;

    Zipf(int size, long seed) {
        upTo = new double[size];
        random = new Random(seed);
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += 1.0 / (i + 1);
            upTo[i] = sum;
        }
    }

    int next() {
        int at = Arrays.binarySearch(upTo, random.nextDouble() * upTo[upTo.length - 1]);
        return Math.min(at < 0 ? -at - 1 : at, upTo.length - 1);
    }
}
