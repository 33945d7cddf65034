package io.sluice.testkit.http;

/** A door under test, and what has come through it. */
interface HttpScene {
    /** Opens a door with these rules and gives a client for it. */
    RawHttp behind(String rules) throws Exception;

    /** Requests that have reached the application. */
    int served();

    /** Two a day per address, and who is believed about addresses. */
    static String twoPerAddress(String trustedProxies) {
        return """
                version: 1
                clients:
                  ip: { trusted-proxies: [%s] }
                rules:
                  everybody: { per: ip, limit: 2/day }
                """.formatted(trustedProxies);
    }
}
