package io.sluice.server.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.sluice.server.net.Loops;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * TLS of a listener, 1.2 and newer. Its files are looked at every second: a new certificate holds for connections that are made from then on, and files that do not go
 * together are logged once and change nothing.
 */
public final class ServerTls implements AutoCloseable {
    /** What clients are offered. */
    public enum Offer {
        HTTP1(ApplicationProtocolNames.HTTP_1_1),
        HTTP2_AND_HTTP1(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1);

        @SuppressWarnings("ImmutableEnumChecker") // List.of cannot be changed
        private final List<String> protocols;

        Offer(String... protocols) {
            this.protocols = List.of(protocols);
        }
    }

    private static final System.Logger LOG = System.getLogger(ServerTls.class.getName());
    /** The common pool, or a thread for each where that has too few: files are not read on event loops. */
    private static final Executor BACKGROUND = new CompletableFuture<>().defaultExecutor();

    private static final int LOOK_SECONDS = 1;

    static {
        forbidRenegotiation();
    }

    private final TlsFiles files;
    private final Offer offer;
    private final Duration handshake;
    private final Future<?> looking;
    private volatile SslContext context;
    /** Of the files when they were last read; guarded by this. */
    private List<FileState> seen;

    private ServerTls(TlsFiles files, Offer offer, Duration handshake, Loops loops) throws IOException {
        this.files = files;
        this.offer = offer;
        this.handshake = handshake;
        this.seen = FileState.of(files.all());
        this.context = read();
        this.looking = loops.group()
                .scheduleWithFixedDelay(
                        () -> BACKGROUND.execute(this::look), LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
    }

    /**
     * Reads the files for the first time.
     *
     * @param handshake the longest that one may take
     * @throws IOException if they cannot be used, with what would be right
     */
    public static ServerTls start(TlsFiles files, Offer offer, Duration handshake, Loops loops) throws IOException {
        return new ServerTls(files, offer, handshake, loops);
    }

    /** A handshake costs a server far more than a client, and in TLS 1.2 a client could ask for one after the other; Java looks at this when it makes the first. */
    private static void forbidRenegotiation() {
        String property = "jdk.tls.rejectClientInitiatedRenegotiation";
        if (System.getProperty(property) == null) {
            System.setProperty(property, "true");
        }
    }

    /** For a connection that has just been accepted. */
    public SslHandler newHandler(ByteBufAllocator allocator) {
        SslHandler handler = context.newHandler(allocator);
        handler.setHandshakeTimeout(Math.max(1, handshake.toMillis()), TimeUnit.MILLISECONDS);
        return handler;
    }

    /** Looks at the files now, and takes what they say if they have changed since the last look. */
    public synchronized void look() {
        List<FileState> now = FileState.of(files.all());
        if (now.equals(seen)) {
            return;
        }
        seen = now;
        try {
            context = read();
            LOG.log(Level.INFO, "{0} has changed and is in force", files.certificate());
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "the files of a certificate have changed and cannot be used; the one of before stays: {0}",
                    e.toString());
        }
    }

    private SslContext read() throws IOException {
        PemPair pair = PemPair.read(files);
        SslContextBuilder builder = SslContextBuilder.forServer(
                        pair.key(), pair.chain().toArray(X509Certificate[]::new))
                .sslProvider(SslProvider.JDK)
                .protocols("TLSv1.3", "TLSv1.2")
                .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
                .applicationProtocolConfig(new ApplicationProtocolConfig(
                        ApplicationProtocolConfig.Protocol.ALPN,
                        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                        offer.protocols));
        if (files.clientAuthority() != null) {
            builder.trustManager(PemPair.certificates(files.clientAuthority()).toArray(X509Certificate[]::new))
                    .clientAuth(ClientAuth.REQUIRE);
        }
        return builder.build();
    }

    /** Looks no more; connections stay. */
    @Override
    public void close() {
        looking.cancel(false);
    }
}
