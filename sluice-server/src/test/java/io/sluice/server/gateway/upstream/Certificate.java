package io.sluice.server.gateway.upstream;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate that signs itself, made by the JDK's keytool, with its key, as PEM files and as a key store. */
record Certificate(Path certificate, Path key, KeyStore store) {
    private static final char[] PASSWORD = "not-a-secret".toCharArray();

    /** @param names as keytool writes them: {@code dns:localhost,ip:127.0.0.1} */
    static Certificate in(Path folder, String name, String names) throws Exception {
        Path file = folder.resolve(name + ".p12");
        Process made = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=" + names,
                        "-ext",
                        "bc:c",
                        "-keystore",
                        file.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .start();
        String said = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (made.waitFor() != 0) {
            throw new IOException(said);
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        return new Certificate(
                pem(
                        folder.resolve(name + ".pem"),
                        "CERTIFICATE",
                        store.getCertificate(name).getEncoded()),
                pem(
                        folder.resolve(name + ".key"),
                        "PRIVATE KEY",
                        store.getKey(name, PASSWORD).getEncoded()),
                store);
    }

    private static Path pem(Path file, String label, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(file, "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n");
    }

    /** For a server that shows it, and lets in who is shown by another. */
    SSLContext server(Certificate clients) throws GeneralSecurityException {
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(store, PASSWORD);
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(clients.trusted());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }

    private KeyStore trusted() throws GeneralSecurityException {
        try {
            KeyStore certificates = KeyStore.getInstance("PKCS12");
            certificates.load(null, null);
            String alias = store.aliases().nextElement();
            certificates.setCertificateEntry(alias, store.getCertificate(alias));
            return certificates;
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
    }
}
