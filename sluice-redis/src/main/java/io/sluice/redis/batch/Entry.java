package io.sluice.redis.batch;

/** So many requests for so many permits each, of one key. */
public record Entry(String key, long permits, int times) {}
