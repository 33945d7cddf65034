package io.sluice.rules.file;

import io.sluice.rules.ClientSettings;
import io.sluice.rules.Source;
import io.sluice.rules.file.Node.Entry;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads {@code clients}. */
final class ClientsReader {
    private static final Source USUAL_KEY = new Source.Header("X-Api-Key", Source.Trust.ANYBODY, Source.Fold.EXACT);

    private final SourceReader sources;
    private final Problems problems;

    ClientsReader(SourceReader sources, Problems problems) {
        this.sources = sources;
        this.problems = problems;
    }

    ClientSettings read(Settings clients) {
        Settings ip = clients.under("ip");
        String forwardedBy = ip.text("forwarded-by", "x-forwarded-for");
        if (ip.has("hops") && ip.has("trusted-proxies")) {
            problems.error(ip.place("hops"), "hops cannot stand beside trusted-proxies", "keep one of them");
        }
        if (ip.has("hops") && forwardedBy.equals("none")) {
            problems.error(ip.place("hops"), "hops needs a header to count in", "set forwarded-by to x-forwarded-for");
        }
        return new ClientSettings(
                Networks.read(ip.get("trusted-proxies"), problems),
                forwardedBy,
                (int) ip.number("hops", 0),
                (int) ip.number("ipv6-prefix", 64),
                identities(clients));
    }

    private Map<String, Source> identities(Settings clients) {
        Map<String, Source> identities = new LinkedHashMap<>();
        for (Entry entry : clients.entries()) {
            String name = entry.name();
            if (AttributeNames.OF_REQUESTS.contains(name) && !name.equals("ip")) {
                problems.error(
                        entry.key().place(),
                        name + " is said of every request already",
                        "give the identity another name");
            }
            Source source = name.equals("ip") ? null : sources.read(name, new Settings(entry.value()));
            if (source != null) {
                identities.put(name, source);
            }
        }
        return identities.isEmpty() ? Map.of("api-key", USUAL_KEY) : identities;
    }
}
