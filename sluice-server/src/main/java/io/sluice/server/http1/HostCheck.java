package io.sluice.server.http1;

import org.jspecify.annotations.Nullable;

/** A request says once whom it is for. */
final class HostCheck {
    private static final BadHead MISSING = BadHead.request("A request needs the header Host.");
    private static final BadHead TWICE = BadHead.request("The header Host must be sent once.");
    private static final BadHead ODD = BadHead.request("The header Host must be a host with an optional port.");

    private HostCheck() {}

    @Nullable
    static BadHead of(FieldLines fields, int hostLine, int minorVersion) {
        if (hostLine < 0) {
            return minorVersion == 0 ? null : MISSING;
        }
        if (fields.find(FieldName.HOST, hostLine + 1) >= 0) {
            return TWICE;
        }
        return Octets.areAuthority(fields.bytes(), fields.valueStart(hostLine), fields.valueEnd(hostLine)) ? null : ODD;
    }
}
