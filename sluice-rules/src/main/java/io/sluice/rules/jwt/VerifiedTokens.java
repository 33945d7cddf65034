package io.sluice.rules.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSObject;
import java.text.ParseException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that these keys have signed, checked once and then remembered by their whole text. Only good ones are, so nobody fills this
 * without a key.
 *
 * <p>There are two generations. New tokens, and old ones that are seen again, go to the young; when that is full it becomes the old, and what was old and not seen
 * since is forgotten. Threads that meet at that moment may forget too much, which costs a check, or hold a few tokens more than the bound, one each.
 */
final class VerifiedTokens {
    /** Of a token; servers take no longer headers anyway. */
    static final int LONGEST = 16_384;
    /** Of one generation. */
    static final int MOST_TOKENS = 4_096;

    static final long MOST_CHARACTERS = 2L << 20;

    private final List<TokenKey> keys;
    private volatile Generation young = new Generation();
    private volatile Generation old = new Generation();
    private final LongAdder checks = new LongAdder();

    VerifiedTokens(List<TokenKey> keys) {
        this.keys = List.copyOf(keys);
    }

    private static final class Generation {
        final Map<String, Token> tokens = new ConcurrentHashMap<>();
        final LongAdder characters = new LongAdder();

        void add(String text, Token token) {
            if (tokens.put(text, token) == null) {
                characters.add(text.length());
            }
        }

        boolean isFull() {
            return tokens.size() >= MOST_TOKENS || characters.sum() >= MOST_CHARACTERS;
        }
    }

    /** Null if no key has signed it. */
    @Nullable
    Token verified(String text) {
        if (text.length() > LONGEST) {
            return null;
        }
        Token known = young.tokens.get(text);
        if (known != null) {
            return known;
        }
        Token before = old.tokens.get(text);
        Token token = before != null ? before : check(text);
        if (token != null) {
            remember(text, token);
        }
        return token;
    }

    private void remember(String text, Token token) {
        Generation full = young;
        if (full.isFull()) {
            turn(full);
        }
        young.add(text, token);
    }

    private synchronized void turn(Generation full) {
        if (young == full) {
            old = full;
            young = new Generation();
        }
    }

    private @Nullable Token check(String text) {
        try {
            JWSObject token = JWSObject.parse(text);
            Map<String, Object> claims = isSigned(token) ? token.getPayload().toJSONObject() : null;
            return claims == null ? null : Token.of(claims);
        } catch (ParseException | JOSEException | RuntimeException e) {
            // Whatever it is, it is no token that one of these keys has signed.
            return null;
        }
    }

    private boolean isSigned(JWSObject token) throws JOSEException {
        if (token.getHeader().getCriticalParams() != null) {
            return false;
        }
        for (TokenKey key : keys) {
            if (key.fits(token.getHeader())) {
                checks.increment();
                if (key.verifies(token)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Signatures checked so far. */
    long checks() {
        return checks.sum();
    }

    int size() {
        return young.tokens.size() + old.tokens.size();
    }
}
