package io.sluice.benchmarks.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The rules that Sluice is measured with: what its contenders are told too. */
final class Rules {
    private static final String HEAD = """
            version: 1
            clients: { ip: { trusted-proxies: [] } }
            rules:
            """;

    private static final String NO_FIELDS = "headers: [none]\n";

    /** 169 bytes, as nginx's. */
    static final String PAGE = """
            <!DOCTYPE html>
            <html lang="en">
            <head><title>429 Too Many Requests</title></head>
            <body><h1>429 Too Many Requests</h1><p>Please try again in a while</p></body>
            </html>
            """;

    private Rules() {}

    /** By client address, for every request; calls by gRPC bring no address, but a tenant. */
    static String of(Load load) {
        return of(load, "");
    }

    /** The same, without saying how the client stands. */
    static String withoutFields(Load load) {
        return NO_FIELDS + of(load);
    }

    /** Without that, and refusing with a page as long as nginx's. */
    static String answeringLikeNginx(Load load, Path folder) throws IOException {
        Path page = Files.writeString(folder.resolve("refused.html"), PAGE);
        return NO_FIELDS + of(load, ", when-limited: { status: 429, body: " + page.toAbsolutePath() + " }");
    }

    private static String of(Load load, String more) {
        String limit = "limit: " + load.perSecond() + "/s burst " + load.burst() + more;
        return HEAD
                + (load == Load.CALLS
                        ? "  tenants: { match: { domain: shop, tenant: \"*\" }, per: tenant, " + limit + " }\n"
                        : "  everyone: { per: ip, " + limit + " }\n");
    }
}
