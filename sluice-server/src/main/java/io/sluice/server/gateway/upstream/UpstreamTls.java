package io.sluice.server.gateway.upstream;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.sluice.rules.UpstreamSettings.Tls;
import java.nio.file.Path;
import javax.net.ssl.SSLException;

/** TLS as an upstream wants it. */
final class UpstreamTls {
    private UpstreamTls() {}

    /** @throws IllegalArgumentException if a file is not what it should be */
    static SslContext of(TargetTerms terms) {
        try {
            return build(terms);
        } catch (SSLException | IllegalArgumentException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalArgumentException(
                    "the TLS files of upstream " + terms.upstream() + " cannot be used (" + cause.getMessage() + ")",
                    e);
        }
    }

    private static SslContext build(TargetTerms terms) throws SSLException {
        Tls settings = terms.tls();
        SslContextBuilder tls = SslContextBuilder.forClient();
        if (!settings.verify()) {
            tls.trustManager(InsecureTrustManagerFactory.INSTANCE).endpointIdentificationAlgorithm(null);
        } else {
            Path ca = settings.ca();
            if (ca != null) {
                tls.trustManager(ca.toFile());
            }
            tls.endpointIdentificationAlgorithm("HTTPS");
        }
        Path certificate = settings.certificate();
        Path key = settings.key();
        if (certificate != null && key != null) {
            tls.keyManager(certificate.toFile(), key.toFile());
        }
        if (terms.target().scheme().http2()) {
            tls.applicationProtocolConfig(new ApplicationProtocolConfig(
                    ApplicationProtocolConfig.Protocol.ALPN,
                    ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                    ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                    ApplicationProtocolNames.HTTP_2));
        }
        return tls.build();
    }
}
