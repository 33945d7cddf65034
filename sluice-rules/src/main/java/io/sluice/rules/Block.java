package io.sluice.rules;

import java.time.Duration;

/**
 * A key that exceeds its limit stays blocked this long.
 *
 * @param grow each further offence blocks so many times longer, 1 for always the same
 * @param most the longest block; one offence is forgiven after each such time
 */
public record Block(Duration first, double grow, Duration most) {}
