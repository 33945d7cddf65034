package io.sluice.rules;

/** Permits to be counted under a key. */
record Charge(Counter counter, RuleKey key, long permits) {}
