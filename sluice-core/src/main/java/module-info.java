/** Rate limiting in memory: limits, decisions and the limiters that make them. */
@SuppressWarnings("module") // io.sluice.redis is built later
module io.sluice.core {
    requires static transitive org.jspecify;

    exports io.sluice.core;
    exports io.sluice.core.algorithm to
            io.sluice.redis;

    uses io.sluice.core.StoreProvider;
}
