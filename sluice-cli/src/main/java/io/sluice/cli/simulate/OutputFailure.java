package io.sluice.cli.simulate;

import java.io.IOException;
import java.util.Locale;

/** The answers cannot be written. */
final class OutputFailure extends IOException {
    private static final long serialVersionUID = 1;

    OutputFailure(IOException cause) {
        super(cause.getMessage(), cause);
    }

    /** Whoever read the answers has enough of them, as {@code head} does. The operating system's words are all there is to tell. */
    boolean isReaderGone() {
        String words = String.valueOf(getMessage()).toLowerCase(Locale.ROOT);
        return words.contains("broken pipe")
                || words.contains("pipe is being closed")
                || words.contains("pipe has been ended");
    }
}
