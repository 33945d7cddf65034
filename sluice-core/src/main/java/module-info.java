/** Rate limiting in memory: limits, decisions and the limiters that make them. */
module io.sluice.core {
    requires static org.jspecify;

    exports io.sluice.core;
}
