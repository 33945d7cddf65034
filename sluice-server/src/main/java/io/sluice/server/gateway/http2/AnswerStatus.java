package io.sluice.server.gateway.http2;

import org.jspecify.annotations.Nullable;

/** The status of an answer as a target writes it: three digits, from 100 on. */
final class AnswerStatus {
    private AnswerStatus() {}

    /** 0 if this is none. */
    static int of(@Nullable CharSequence text) {
        boolean three = text != null && text.length() == 3 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int status = three ? Integer.parseInt(text, 0, 3, 10) : 0;
        return status < 100 ? 0 : status;
    }
}
