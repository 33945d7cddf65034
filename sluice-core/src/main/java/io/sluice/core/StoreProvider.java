package io.sluice.core;

import java.time.Duration;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Opens stores by their URL. Providers are found by {@link ServiceLoader}: an artifact that is on the class path and names its provider in {@code
 * META-INF/services/io.sluice.core.StoreProvider} can be used by rule files, without any code.
 */
public interface StoreProvider {
    /**
     * What a rule file says of a store.
     *
     * @param consistency {@code strict}, {@code leased} or {@code eventual}
     * @param onFailure {@code local}, {@code allow} or {@code refuse}
     * @param budget the longest that a decision may take
     * @param instances how many processes share the limits; null: they are counted
     * @param prefix what all names in the store begin with
     * @param awakePercent the share of a core that a thread may look for replies instead of sleeping, where they come rarely
     */
    record Settings(
            String url,
            String consistency,
            String onFailure,
            Duration budget,
            @Nullable Integer instances,
            String prefix,
            int awakePercent) {
        /** The part of the URL in front of the colon, such as {@code redis}; empty where there is none. */
        public String scheme() {
            return url.substring(0, Math.max(0, url.indexOf(':')));
        }
    }

    /** Whether URLs with this scheme are for it. */
    boolean supports(String scheme);

    /**
     * Opens the store; it need not be reachable yet.
     *
     * @throws IllegalArgumentException if a setting is not usable, with what would be right
     */
    Store open(Settings settings);

    /**
     * Opens a store with the provider for its URL.
     *
     * @throws IllegalArgumentException if there is no provider for it, with what to add, or if a setting is not usable
     */
    static Store find(Settings settings) {
        return StoreProviders.of(settings.scheme()).open(settings);
    }
}
