package io.sluice.server.http1;

import java.nio.charset.StandardCharsets;

/** The header fields that a server of HTTP/1.1 has to know, told apart by length first. */
public enum FieldName {
    HOST("host"),
    CONTENT_LENGTH("content-length"),
    TRANSFER_ENCODING("transfer-encoding"),
    CONNECTION("connection"),
    KEEP_ALIVE("keep-alive"),
    PROXY_CONNECTION("proxy-connection"),
    PROXY_AUTHENTICATE("proxy-authenticate"),
    PROXY_AUTHORIZATION("proxy-authorization"),
    TE("te"),
    TRAILER("trailer"),
    UPGRADE("upgrade"),
    HTTP2_SETTINGS("http2-settings"),
    EXPECT("expect"),
    DATE("date"),
    FORWARDED("forwarded"),
    X_FORWARDED_FOR("x-forwarded-for"),
    X_FORWARDED_PROTO("x-forwarded-proto"),
    X_FORWARDED_HOST("x-forwarded-host"),
    X_FORWARDED_PORT("x-forwarded-port"),
    X_FORWARDED_PREFIX("x-forwarded-prefix"),
    X_REAL_IP("x-real-ip"),
    X_RATELIMIT_REDUCED("x-ratelimit-reduced"),
    /** Any that tells how a client stands. */
    RATE(""),
    OTHER("");

    private static final FieldName[][] BY_LENGTH = new FieldName[20][];
    private static final byte[] RATELIMIT = "ratelimit".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] X_RATELIMIT = "x-ratelimit-".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] X_ENVOY = "x-envoy-ratelimited".getBytes(StandardCharsets.US_ASCII);

    static {
        for (int length = 0; length < BY_LENGTH.length; length++) {
            int wanted = length;
            BY_LENGTH[length] = java.util.Arrays.stream(values())
                    .filter(name -> name.lower.length == wanted && wanted > 0)
                    .toArray(FieldName[]::new);
        }
    }

    @SuppressWarnings("ImmutableEnumChecker") // nobody writes to it
    private final byte[] lower;

    FieldName(String lower) {
        this.lower = lower.getBytes(StandardCharsets.US_ASCII);
    }

    static FieldName of(byte[] bytes, int from, int to) {
        int length = to - from;
        if (length < BY_LENGTH.length) {
            for (FieldName name : BY_LENGTH[length]) {
                if (Octets.same(bytes, from, to, name.lower)) {
                    return name;
                }
            }
        }
        return isRate(bytes, from, to) ? RATE : OTHER;
    }

    /** For a name that is not empty. */
    public static FieldName of(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        return of(bytes, 0, bytes.length);
    }

    private static boolean isRate(byte[] bytes, int from, int to) {
        int first = bytes[from] | 0x20;
        if (first == 'r') {
            return startsWith(bytes, from, to, RATELIMIT);
        }
        return first == 'x' && (startsWith(bytes, from, to, X_RATELIMIT) || Octets.same(bytes, from, to, X_ENVOY));
    }

    private static boolean startsWith(byte[] bytes, int from, int to, byte[] lower) {
        return to - from >= lower.length && Octets.same(bytes, from, from + lower.length, lower);
    }

    /** Whether it is about one connection, and ends there. */
    public boolean isHopByHop() {
        return switch (this) {
            case CONNECTION,
                    KEEP_ALIVE,
                    PROXY_CONNECTION,
                    PROXY_AUTHENTICATE,
                    PROXY_AUTHORIZATION,
                    TE,
                    UPGRADE,
                    HTTP2_SETTINGS -> true;
            default -> false;
        };
    }

    /** Whether it tells where a request came from, which only the gateway's word is taken for. */
    public boolean isForwarding() {
        return switch (this) {
            case FORWARDED,
                    X_FORWARDED_FOR,
                    X_FORWARDED_PROTO,
                    X_FORWARDED_HOST,
                    X_FORWARDED_PORT,
                    X_FORWARDED_PREFIX,
                    X_REAL_IP,
                    X_RATELIMIT_REDUCED -> true;
            default -> false;
        };
    }

    /** Whether a field of this name may come behind a body. */
    public boolean mayTrail() {
        return this == OTHER;
    }
}
