package io.sluice.core;

import java.util.Locale;
import java.util.ServiceLoader;

/** The providers on the class path. */
final class StoreProviders {
    private StoreProviders() {}

    /** An application's libraries are seen by its thread, and by the class loader of this class where the thread has another. */
    static StoreProvider of(String scheme) {
        for (ClassLoader loader :
                new ClassLoader[] {Thread.currentThread().getContextClassLoader(), StoreProvider.class.getClassLoader()
                }) {
            for (StoreProvider provider : ServiceLoader.load(StoreProvider.class, loader)) {
                if (provider.supports(scheme)) {
                    return provider;
                }
            }
        }
        throw new IllegalArgumentException("nothing on the class path can open a store with a URL that begins with "
                + scheme + ":; " + advice(scheme));
    }

    private static String advice(String scheme) {
        return scheme.toLowerCase(Locale.ROOT).startsWith("redis")
                ? "add the artifact io.sluice:sluice-redis, in the version of io.sluice:sluice-core"
                : "add an artifact that has a " + StoreProvider.class.getName() + " for it";
    }
}
