package io.sluice.server.tls;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** A key and a certificate for localhost that signs itself, made by the JDK's keytool. */
public record TestCertificate(KeyStore store) {
    private static final String PASSWORD = "not-a-secret";

    public static TestCertificate make(Path folder, String name) throws Exception {
        Path file = folder.resolve(name + ".p12");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "it",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=ip:127.0.0.1,dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool: " + said);
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return new TestCertificate(store);
    }

    public X509Certificate certificate() throws GeneralSecurityException {
        return (X509Certificate) store.getCertificate("it");
    }

    public java.security.PrivateKey key() throws GeneralSecurityException {
        return (java.security.PrivateKey) store.getKey("it", PASSWORD.toCharArray());
    }

    /** Both in PEM, each written beside and then put in place. */
    public TlsFiles write(Path folder) throws IOException, GeneralSecurityException {
        Path certificate = folder.resolve("cert.pem");
        Path key = folder.resolve("key.pem");
        put(key, pem("PRIVATE KEY", key().getEncoded()));
        put(certificate, pem("CERTIFICATE", certificate().getEncoded()));
        return new TlsFiles(certificate, key, null);
    }

    private static void put(Path file, String text) throws IOException {
        Path beside = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), text);
        Files.move(
                beside,
                file,
                java.nio.file.StandardCopyOption.ATOMIC_MOVE,
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    private static String pem(String what, byte[] bytes) {
        Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
        return "-----BEGIN " + what + "-----\n" + lines.encodeToString(bytes) + "\n-----END " + what + "-----\n";
    }

    /** Of a client that trusts this certificate and no other. */
    public SSLContext client() throws GeneralSecurityException {
        return context(null, trust());
    }

    /** Of one that has a certificate of its own as well. */
    public SSLContext client(TestCertificate own) throws GeneralSecurityException {
        return context(own.keys(), trust());
    }

    /** Of a server that shows it. */
    public SSLContext server() throws GeneralSecurityException {
        return context(keys(), null);
    }

    /** Sockets of a server that shows it, and lets nobody in but who has that other one. */
    public ServerSocketFactory serverFor(TestCertificate other) throws GeneralSecurityException {
        ServerSocketFactory sockets = context(keys(), other.trust()).getServerSocketFactory();
        return new ServerSocketFactory() {
            @Override
            public ServerSocket createServerSocket(int port) throws IOException {
                return strict(sockets.createServerSocket(port));
            }

            @Override
            public ServerSocket createServerSocket(int port, int backlog) throws IOException {
                return strict(sockets.createServerSocket(port, backlog));
            }

            @Override
            public ServerSocket createServerSocket(int port, int backlog, InetAddress address) throws IOException {
                return strict(sockets.createServerSocket(port, backlog, address));
            }
        };
    }

    private static ServerSocket strict(ServerSocket socket) {
        ((SSLServerSocket) socket).setNeedClientAuth(true);
        return socket;
    }

    private static SSLContext context(KeyManager[] keys, TrustManager[] trust) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust, null);
        return context;
    }

    private TrustManager[] trust() throws GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return trust.getTrustManagers();
    }

    private KeyManager[] keys() throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        return keys.getKeyManagers();
    }
}
