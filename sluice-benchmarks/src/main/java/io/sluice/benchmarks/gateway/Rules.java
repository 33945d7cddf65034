package io.sluice.benchmarks.gateway;

/** The rules that Sluice is measured with: what its contenders are told too. */
final class Rules {
    private static final String HEAD = """
            version: 1
            clients: { ip: { trusted-proxies: [] } }
            rules:
            """;

    private Rules() {}

    /** The same, with answers that say no more than nginx's. */
    static String withoutFields(Load load) {
        return "headers: [none]\n" + of(load);
    }

    /** By client address, for every request; calls by gRPC bring no address, but a tenant. */
    static String of(Load load) {
        String limit = "limit: " + load.perSecond() + "/s burst " + load.burst();
        return HEAD
                + (load == Load.CALLS
                        ? "  tenants: { match: { domain: shop, tenant: \"*\" }, per: tenant, " + limit + " }\n"
                        : "  everyone: { per: ip, " + limit + " }\n");
    }
}
