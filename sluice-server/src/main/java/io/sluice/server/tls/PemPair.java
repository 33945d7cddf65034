package io.sluice.server.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;

/** A private key and the chain of certificates that belongs to it. */
record PemPair(PrivateKey key, List<X509Certificate> chain) {
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

    /** Of all that the file holds in PEM, whatever else stands in it. */
    static List<X509Certificate> certificates(Path file) throws IOException {
        List<X509Certificate> chain = new ArrayList<>();
        for (byte[] encoded : PemText.read(file).blocks("CERTIFICATE")) {
            chain.add(certificate(file, encoded));
        }
        if (chain.isEmpty()) {
            throw new IOException(file + " holds no certificate that begins with " + PemText.begin("CERTIFICATE"));
        }
        return List.copyOf(chain);
    }

    private static X509Certificate certificate(Path file, byte[] encoded) throws IOException {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " holds a certificate that cannot be read: " + e.getMessage(), e);
        }
    }

    private static PrivateKey key(Path file) throws IOException {
        List<byte[]> keys = PemText.read(file).blocks("PRIVATE KEY");
        if (keys.isEmpty()) {
            throw new IOException(file + " holds no key that begins with " + PemText.begin("PRIVATE KEY")
                    + "; make one of any other with: openssl pkcs8 -topk8 -nocrypt -in OLD -out " + file);
        }
        for (String algorithm : List.of("EC", "RSA", "EdDSA")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(keys.get(0)));
            } catch (GeneralSecurityException isOfAnotherKind) {
                // The next may fit.
            }
        }
        throw new IOException(file + " holds a key that is neither EC, RSA nor EdDSA");
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
