package io.sluice.redis.script;

import java.util.List;

/**
 * What a reservation did: for undoing it exactly where nobody else wrote since.
 *
 * @param promised the instant at which the permits may be used, in microseconds of the server
 * @param before the states of all charges, without bans and logs
 * @param after the same once they were charged
 */
record Receipt(long promised, List<byte[]> before, List<byte[]> after) {}
