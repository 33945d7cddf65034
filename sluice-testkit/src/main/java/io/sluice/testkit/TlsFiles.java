package io.sluice.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key and a certificate for 127.0.0.1 that signs itself, made by the JDK's keytool. */
record TlsFiles(Path store, Path key, Path certificate) {
    private static final String PASSWORD = "not-a-secret";
    private static final String ALIAS = "redis";

    /** Makes them where they are missing. */
    static TlsFiles in(Path folder) {
        TlsFiles files = new TlsFiles(folder.resolve("tls.p12"), folder.resolve("tls.key"), folder.resolve("tls.crt"));
        if (!Files.exists(files.certificate)) {
            files.make();
        }
        return files;
    }

    private void make() {
        try {
            runKeytool();
            KeyStore made = load();
            byte[] secret = made.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded();
            Files.writeString(key, pem("PRIVATE KEY", secret));
            Files.writeString(
                    certificate, pem("CERTIFICATE", made.getCertificate(ALIAS).getEncoded()));
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("cannot make a certificate", e);
        }
    }

    private void runKeytool() throws IOException {
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=ip:127.0.0.1,dns:localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!Files.exists(store)) {
            throw new IOException("keytool made nothing: " + said);
        }
    }

    private KeyStore load() throws IOException, GeneralSecurityException {
        KeyStore made = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            made.load(in, PASSWORD.toCharArray());
        }
        return made;
    }

    private static String pem(String what, byte[] bytes) {
        Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
        return "-----BEGIN " + what + "-----\n" + lines.encodeToString(bytes) + "\n-----END " + what + "-----\n";
    }

    List<String> arguments() {
        return List.of(
                "--tls-cert-file",
                certificate.toString(),
                "--tls-key-file",
                key.toString(),
                "--tls-ca-cert-file",
                certificate.toString(),
                "--tls-auth-clients",
                "no");
    }

    Socket connect(int port) throws IOException {
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(load());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
        } catch (GeneralSecurityException e) {
            throw new UncheckedIOException(new IOException("cannot speak TLS", e));
        }
    }
}
