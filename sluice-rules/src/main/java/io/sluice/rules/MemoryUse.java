package io.sluice.rules;

/**
 * What the counters of an engine take in this process; nothing where they live elsewhere.
 *
 * @param keys that have counters now, of all rules
 * @param evictions keys that were forgotten though they were in use, since the start
 */
public record MemoryUse(long keys, long evictions) {}
