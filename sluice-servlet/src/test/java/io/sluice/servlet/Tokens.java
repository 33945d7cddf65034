package io.sluice.servlet;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs tokens with a secret, and writes the key file to check them by. */
record Tokens(String secret) {
    static final Tokens OURS = new Tokens("0123456789abcdef0123456789abcdef");
    static final Tokens OTHERS = new Tokens("fedcba9876543210fedcba9876543210");

    void writeKeys(Path file) throws Exception {
        Files.writeString(file, "{\"keys\":[{\"kty\":\"oct\",\"k\":\"" + base64(bytes(secret)) + "\"}]}");
    }

    /** With one claim. */
    String token(String claim, String value) throws Exception {
        String signed =
                base64(bytes("{\"alg\":\"HS256\"}")) + "." + base64(bytes("{\"" + claim + "\":\"" + value + "\"}"));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(bytes(secret), "HmacSHA256"));
        return signed + "." + base64(mac.doFinal(bytes(signed)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
