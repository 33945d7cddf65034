package io.sluice.rules;

/**
 * A path as a server may read it that reads it in another way than the rules do.
 *
 * @param place where that server then goes
 */
public record PathReading(String path, Place place) {
    /** What counts for the server's reading if no rule matches it by name. */
    public enum Place {
        /** The same resource under another spelling, if it exists: what is left over does not count. */
        SPELLING,
        /** Perhaps another resource: rules for {@code otherwise} count too. */
        OTHER
    }
}
