package io.sluice.server.tls;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a listener's certificate comes from; all in PEM.
 *
 * @param certificate the server's certificate first, then those that lead to its authority
 * @param key the certificate's private key, in PKCS#8 and without password
 * @param clientAuthority whose certificates clients must bring; null if they need none
 */
public record TlsFiles(Path certificate, Path key, @Nullable Path clientAuthority) {
    List<Path> all() {
        return clientAuthority == null ? List.of(certificate, key) : List.of(certificate, key, clientAuthority);
    }
}
