package io.sluice.rules.monitor;

/**
 * A key that was refused, as everybody here looks for it. Each thread remembers the last: who hammers is refused again and again, and its key is then the same
 * object.
 *
 * @param clientHash of no meaning without a client
 */
record RefusedKey(String key, String name, long nameHash, boolean hasClient, long clientHash) {
    private static final ThreadLocal<RefusedKey> LAST = ThreadLocal.withInitial(() -> made(""));

    @SuppressWarnings("ReferenceEquality") // an equal one is only looked at anew
    static RefusedKey of(String key) {
        RefusedKey last = LAST.get();
        if (last.key != key) {
            last = made(key);
            LAST.set(last);
        }
        return last;
    }

    private static RefusedKey made(String key) {
        String name = LimitedKeys.name(key);
        String client = Monitor.client(key);
        return new RefusedKey(
                key, name, HeavyKeys.hash(name), client != null, client == null ? 0 : Acquaintances.hash(client));
    }
}
