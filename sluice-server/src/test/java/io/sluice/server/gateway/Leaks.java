package io.sluice.server.gateway;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Looks at every buffer of Netty for whether it is given back. */
public final class Leaks {
    private static final List<String> FOUND = new CopyOnWriteArrayList<>();

    private Leaks() {}

    /** Before the first buffer is made. */
    public static void watch() {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new ResourceLeakDetectorFactory() {
            @Override
            @SuppressWarnings("deprecation") // the one that must be overridden
            public <T> ResourceLeakDetector<T> newResourceLeakDetector(
                    Class<T> resource, int samplingInterval, long maxActive) {
                return new Detector<>(resource, samplingInterval);
            }
        });
    }

    /** What has been lost so far, after the collector had a look. */
    public static List<String> found() {
        for (int i = 0; i < 3; i++) {
            System.gc();
            for (int k = 0; k < 50; k++) {
                PooledByteBufAllocator.DEFAULT.buffer().release();
                io.netty.buffer.ByteBufAllocator.DEFAULT.buffer().release();
            }
        }
        return FOUND;
    }

    private static final class Detector<T> extends ResourceLeakDetector<T> {
        Detector(Class<T> resource, int samplingInterval) {
            super(resource, samplingInterval);
        }

        @Override
        protected void reportTracedLeak(String resourceType, String records) {
            FOUND.add(resourceType + records);
        }

        @Override
        protected void reportUntracedLeak(String resourceType) {
            FOUND.add(resourceType);
        }
    }
}
