package io.sluice.rules.file;

import io.sluice.rules.Source;
import io.sluice.rules.Source.Fold;
import io.sluice.rules.Source.Trust;
import io.sluice.rules.file.Node.Scalar;
import io.sluice.rules.jwt.TokenKeys;
import org.jspecify.annotations.Nullable;

/** Reads where an identity or a plan is found in a request. */
final class SourceReader {
    /** The one identity that is a credential by itself, so that anybody may send it. */
    private static final String API_KEY = "api-key";

    private final NamedFiles files;

    SourceReader(NamedFiles files) {
        this.files = files;
    }

    /** Null if it is none of the forms. */
    @Nullable
    Source read(String name, Settings said) {
        Fold fold = said.text("case", "").equals("ignore") ? Fold.IGNORE_CASE : Fold.EXACT;
        Scalar header = said.text("header");
        Scalar cookie = said.text("cookie");
        Scalar query = said.text("query");
        if (header != null) {
            return new Source.Header(header.value(), trust(name, said), fold);
        }
        if (cookie != null) {
            return new Source.Cookie(cookie.value(), fold);
        }
        return query != null ? new Source.Query(query.value(), fold) : token(said.under("jwt"), fold);
    }

    private static Trust trust(String name, Settings said) {
        String otherwise = name.equals(API_KEY) ? "anybody" : "trusted-proxies";
        return said.text("trust", otherwise).equals("anybody") ? Trust.ANYBODY : Trust.TRUSTED_PROXIES;
    }

    private @Nullable Source token(Settings jwt, Fold fold) {
        TokenKeys keys = files.keys(jwt.text("keys"));
        Scalar claim = jwt.text("claim");
        return keys == null || claim == null
                ? null
                : new Source.Jwt(jwt.text("header", "Authorization"), claim.value(), keys, fold);
    }
}
