package io.sluice.rules;

import io.sluice.rules.jwt.TokenKeys;

/** Where an identity or a plan is found in a request. */
public sealed interface Source {
    /**
     * A header as it is.
     *
     * @param trust whom it is believed from: a credential such as an API key from anybody, a mere claim from trusted proxies only
     */
    record Header(String name, Trust trust, Fold fold) implements Source {}

    record Cookie(String name, Fold fold) implements Source {}

    record Query(String name, Fold fold) implements Source {}

    /** A claim of a token whose signature holds; {@code Bearer} in front is skipped. */
    record Jwt(String header, String claim, TokenKeys keys, Fold fold) implements Source {}

    enum Trust {
        ANYBODY,
        TRUSTED_PROXIES
    }

    /** How different spellings are made one. */
    enum Fold {
        /** As it came, without white space around it. */
        EXACT,
        /** In lower case too, where the application takes them for the same. */
        IGNORE_CASE
    }
}
