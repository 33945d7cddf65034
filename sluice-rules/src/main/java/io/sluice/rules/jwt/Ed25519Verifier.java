package io.sluice.rules.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.impl.BaseJWSProvider;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.util.Base64URL;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.Set;

/** EdDSA by the JDK: the library's own verifier needs another one. */
final class Ed25519Verifier extends BaseJWSProvider implements JWSVerifier {
    /** What stands in front of the 32 bytes of a key in its X.509 form. */
    private static final String X509_PREFIX = "302a300506032b6570032100";

    private static final int KEY_BYTES = 32;

    private final PublicKey key;

    Ed25519Verifier(OctetKeyPair pair) throws JOSEException {
        super(Set.of(JWSAlgorithm.EdDSA, JWSAlgorithm.Ed25519));
        byte[] bytes = pair.getDecodedX();
        if (bytes.length != KEY_BYTES) {
            throw new IllegalArgumentException("an Ed25519 key of " + bytes.length + " bytes; it takes " + KEY_BYTES);
        }
        try {
            byte[] encoded =
                    HexFormat.of().parseHex(X509_PREFIX + HexFormat.of().formatHex(bytes));
            key = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
        } catch (GeneralSecurityException e) {
            throw new JOSEException(e.getMessage(), e);
        }
    }

    @Override
    public boolean verify(JWSHeader header, byte[] signed, Base64URL signature) throws JOSEException {
        try {
            Signature check = Signature.getInstance("Ed25519");
            check.initVerify(key);
            check.update(signed);
            return check.verify(signature.decode());
        } catch (SignatureException e) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new JOSEException(e.getMessage(), e);
        }
    }
}
