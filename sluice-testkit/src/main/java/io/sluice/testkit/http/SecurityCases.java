package io.sluice.testkit.http;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/**
 * What every HTTP door must withstand: the 25 cases that docs/http.md lists, each a test whose name ends in its number. To be extended by the test of a door.
 *
 * <p>Some cases are about more than a door in front of an application can show, and are shown as far as it goes: what a gateway sends upstream (6, 8, 25), the
 * framing of requests and timeouts, which a container owns (19, 20), streams that are reset (21), the admin port (22) and a store that fails (23).
 */
public abstract class SecurityCases implements AddressCases, PathCases, IdentityCases, ProtocolCases {
    private @Nullable Door door;

    /**
     * A door with these rules, on a free port, whose requests are given up after some seconds without a byte. It neither puts requests right nor refuses them before
     * the rules have seen them, as far as that can be switched off.
     */
    protected abstract Door open(String rules) throws Exception;

    @Override
    public RawHttp behind(String rules) throws Exception {
        door = open(rules);
        return RawHttp.to(door.port());
    }

    @Override
    public int served() {
        return door == null ? 0 : door.served();
    }

    @AfterEach
    void closeDoor() {
        if (door != null) {
            door.close();
        }
    }
}
