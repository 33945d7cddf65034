package io.sluice.benchmarks.gateway;

/** The rules that Sluice is measured with: what its contenders are told too. */
final class Rules {
    private Rules() {}

    /** By client address, for every request; calls by gRPC bring no address, but a tenant. */
    static String of(Load load) {
        String limit = load.perSecond() + "/s burst " + load.burst();
        return load == Load.CALLS
                ? "version: 1\nrules:\n  tenants: { match: { domain: shop, tenant: \"*\" }, per: tenant, limit: "
                        + limit + " }\n"
                : "version: 1\nrules:\n  everyone: { per: ip, limit: " + limit + " }\n";
    }
}
