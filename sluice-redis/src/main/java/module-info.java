/** Limits that many processes share through Redis. */
@SuppressWarnings("requires-automatic") // Lettuce has a name as a module, and says nothing else
module io.sluice.redis {
    requires transitive io.sluice.core;
    requires static transitive org.jspecify;
    requires io.netty.common;
    // Lettuce needs these and does not name them.
    requires io.netty.handler;
    requires io.netty.resolver.dns;
    requires io.netty.transport;
    // Used where it is there.
    requires static io.netty.transport.classes.epoll;
    requires lettuce.core;

    exports io.sluice.redis;
    exports io.sluice.redis.failure;

    provides io.sluice.core.StoreProvider with
            io.sluice.redis.RedisStoreProvider;
}
