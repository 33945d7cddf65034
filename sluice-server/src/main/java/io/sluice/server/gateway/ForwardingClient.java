package io.sluice.server.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.jspecify.annotations.Nullable;

/** What targets are told about the client of one connection, ready to be written. */
final class ForwardingClient {
    private static final byte[] HTTP = "X-Forwarded-Proto: http\r\n".getBytes(US_ASCII);
    private static final byte[] HTTPS = "X-Forwarded-Proto: https\r\n".getBytes(US_ASCII);
    private static final String UNKNOWN = "unknown";

    private final ClientPeer peer;
    private final boolean secure;
    private final byte[] peerText;
    private final byte[] forLine;
    private @Nullable RuleView view;
    private boolean trusted;

    ForwardingClient(ClientPeer peer, boolean secure) {
        String text = peer.literal().isEmpty() ? UNKNOWN : peer.literal();
        this.peer = peer;
        this.secure = secure;
        this.peerText = text.getBytes(US_ASCII);
        this.forLine = ("X-Forwarded-For: " + text + "\r\n").getBytes(US_ASCII);
    }

    ClientPeer peer() {
        return peer;
    }

    /** With these rules; remembered, since they hold for many requests. */
    @SuppressWarnings("ReferenceEquality") // other rules are another object
    void follow(RuleView current) {
        if (view != current) {
            view = current;
            trusted = current.clients().trusts(peer.address());
        }
    }

    /** Whether what the client says about where requests came from is passed on. */
    boolean isTrusted() {
        return trusted;
    }

    byte[] peerText() {
        return peerText;
    }

    byte[] forLine() {
        return forLine;
    }

    byte[] protoLine() {
        return secure ? HTTPS : HTTP;
    }
}
