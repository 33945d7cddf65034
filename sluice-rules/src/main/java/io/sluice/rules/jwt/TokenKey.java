package io.sluice.rules.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A key and the algorithms that it may check: those of its kind, or the one that the file names. A public key is thus never taken for a shared secret.
 *
 * @param id null: of tokens that name any key
 */
record TokenKey(@Nullable String id, Set<JWSAlgorithm> algorithms, JWSVerifier verifier) {
    private static final int LEAST_RSA_BITS = 2048;

    /** Whether a key of a file is there to check signatures. */
    static boolean isForSignatures(JWK key) {
        Set<KeyOperation> operations = key.getKeyOperations();
        return !KeyUse.ENCRYPTION.equals(key.getKeyUse())
                && (operations == null
                        || operations.contains(KeyOperation.VERIFY)
                        || operations.contains(KeyOperation.SIGN));
    }

    /**
     * Reads a key.
     *
     * @throws IllegalArgumentException with what is wrong, and what would be right
     */
    static TokenKey of(JWK key) throws JOSEException {
        JWSVerifier verifier = verifier(key);
        Set<JWSAlgorithm> algorithms = new HashSet<>(verifier.supportedJWSAlgorithms());
        if (key.getAlgorithm() != null) {
            algorithms.removeIf(
                    algorithm -> !algorithm.getName().equals(key.getAlgorithm().getName()));
        }
        if (algorithms.isEmpty()) {
            throw new IllegalArgumentException("alg " + key.getAlgorithm() + " is not one for this key; write one of "
                    + verifier.supportedJWSAlgorithms());
        }
        return new TokenKey(key.getKeyID(), Set.copyOf(algorithms), verifier);
    }

    private static JWSVerifier verifier(JWK key) throws JOSEException {
        if (key instanceof RSAKey rsa) {
            if (rsa.size() < LEAST_RSA_BITS) {
                throw new IllegalArgumentException("an RSA key of " + rsa.size() + " bits; it takes " + LEAST_RSA_BITS);
            }
            return new RSASSAVerifier(rsa);
        }
        if (key instanceof ECKey ec) {
            return new ECDSAVerifier(ec);
        }
        if (key instanceof OctetSequenceKey secret) {
            return new MACVerifier(secret);
        }
        if (key instanceof OctetKeyPair pair && Curve.Ed25519.equals(pair.getCurve())) {
            return new Ed25519Verifier(pair);
        }
        throw new IllegalArgumentException(
                "a kind of key that checks no signatures; write RSA, EC, OKP with Ed25519, or oct");
    }

    boolean fits(JWSHeader header) {
        boolean named = id == null || header.getKeyID() == null || Objects.equals(id, header.getKeyID());
        return named && algorithms.contains(header.getAlgorithm());
    }

    boolean verifies(JWSObject token) throws JOSEException {
        return verifier.verify(token.getHeader(), token.getSigningInput(), token.getSignature());
    }
}
