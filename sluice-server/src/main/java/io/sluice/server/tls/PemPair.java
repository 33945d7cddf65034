package io.sluice.server.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/** A private key and the chain of certificates that belongs to it. */
record PemPair(PrivateKey key, List<X509Certificate> chain) {
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    /**
     * Reads both files.
     *
     * @throws IOException if one cannot be read, or they are not a pair, with what would be right
     */
    static PemPair read(TlsFiles files) throws IOException {
        PemPair pair = new PemPair(key(files.key()), certificates(files.certificate()));
        if (!pair.belongsTogether()) {
            throw new IOException(files.key() + " is not the key of the first certificate in " + files.certificate());
        }
        return pair;
    }

    static List<X509Certificate> certificates(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            List<X509Certificate> chain = CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (!chain.isEmpty()) {
                return chain;
            }
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " holds no certificates in PEM: " + e.getMessage(), e);
        }
        throw new IOException(file + " holds no certificate; it must begin with -----BEGIN CERTIFICATE-----");
    }

    private static PrivateKey key(Path file) throws IOException {
        String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException(file + " holds no key that begins with " + BEGIN
                    + "; make one of any other with: openssl pkcs8 -topk8 -nocrypt -in OLD -out " + file);
        }
        byte[] encoded = decoded(file, text.substring(begin + BEGIN.length(), end));
        for (String algorithm : List.of("EC", "RSA", "EdDSA")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
            } catch (GeneralSecurityException isOfAnotherKind) {
                // The next may fit.
            }
        }
        throw new IOException(file + " holds a key that is neither EC, RSA nor EdDSA");
    }

    private static byte[] decoded(Path file, String base64) throws IOException {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is not whole: " + e.getMessage(), e);
        }
    }

    private boolean belongsTogether() throws IOException {
        try {
            Signature signature = Signature.getInstance(signing());
            byte[] text = {1, 2, 3};
            signature.initSign(key);
            signature.update(text);
            byte[] signed = signature.sign();
            signature.initVerify(chain.get(0).getPublicKey());
            signature.update(text);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private String signing() throws IOException {
        return switch (key.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            case "EdDSA" -> "EdDSA";
            default -> throw new IOException("a key of kind " + key.getAlgorithm() + " cannot sign here");
        };
    }
}
