package io.sluice.rules.jwt;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Makes keys, and tokens signed with them, by the JDK alone. */
final class Signer {
    private final KeyPair pair;

    private Signer(KeyPair pair) {
        this.pair = pair;
    }

    static Signer of(String kind, int bits) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
            generator.initialize(bits);
            return new Signer(generator.generateKeyPair());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    byte[] publicBytes() {
        return pair.getPublic().getEncoded();
    }

    /** The public key for a JWKS file; {@code more} is further members, each behind a comma. */
    String jwk(String id, String more) {
        String kind;
        if (pair.getPublic() instanceof RSAPublicKey rsa) {
            kind = "\"kty\":\"RSA\",\"n\":\"%s\",\"e\":\"%s\""
                    .formatted(number(rsa.getModulus(), 256), number(rsa.getPublicExponent(), 3));
        } else if (pair.getPublic() instanceof ECPublicKey ec) {
            int size = (ec.getParams().getCurve().getField().getFieldSize() + 7) / 8;
            kind = "\"kty\":\"EC\",\"crv\":\"P-%d\",\"x\":\"%s\",\"y\":\"%s\""
                    .formatted(
                            ec.getParams().getCurve().getField().getFieldSize(),
                            number(ec.getW().getAffineX(), size),
                            number(ec.getW().getAffineY(), size));
        } else {
            byte[] encoded = publicBytes();
            kind = "\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"%s\""
                    .formatted(base64(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length)));
        }
        return "{%s,\"kid\":\"%s\"%s}".formatted(kind, id, more);
    }

    private static String number(BigInteger value, int bytes) {
        byte[] all = value.toByteArray();
        byte[] fixed = new byte[bytes];
        for (int i = 1; i <= Math.min(all.length, bytes); i++) {
            fixed[bytes - i] = all[all.length - i];
        }
        return base64(fixed);
    }

    String sign(String header, String payload) {
        String signed = base64(header) + "." + base64(payload);
        try {
            Signature signature = signature(header);
            signature.initSign(pair.getPrivate());
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + "." + base64(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static Signature signature(String header) throws GeneralSecurityException {
        String algorithm = header.replaceAll(".*\"alg\":\"(\\w+)\".*", "$1");
        if (algorithm.equals("EdDSA")) {
            return Signature.getInstance("Ed25519");
        }
        if (algorithm.equals("PS256")) {
            Signature pss = Signature.getInstance("RSASSA-PSS");
            pss.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
            return pss;
        }
        String hash = "SHA" + algorithm.substring(2);
        return Signature.getInstance(algorithm.startsWith("R") ? hash + "withRSA" : hash + "withECDSAinP1363Format");
    }

    static String mac(byte[] secret, String header, String payload) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            String signed = base64(header) + "." + base64(payload);
            return signed + "." + base64(mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    static String base64(String text) {
        return base64(text.getBytes(StandardCharsets.UTF_8));
    }

    static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
