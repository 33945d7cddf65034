package io.sluice.server.gateway;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/** Looks at every buffer of Netty for whether it is given back: all that tests of this module use, from the first on. */
public final class Leaks {
    private static final List<String> FOUND = new CopyOnWriteArrayList<>();

    private static final AtomicBoolean LOOKS = new AtomicBoolean();

    private Leaks() {}

    /** What has been lost so far, after the collector had a look. */
    public static List<String> found() {
        PooledByteBufAllocator.DEFAULT.buffer().release();
        if (!LOOKS.get()) {
            throw new IllegalStateException(
                    "run with -Dio.netty.customResourceLeakDetector=" + Detector.class.getName());
        }
        for (int i = 0; i < 3; i++) {
            System.gc();
            for (int k = 0; k < 50; k++) {
                PooledByteBufAllocator.DEFAULT.buffer().release();
                io.netty.buffer.ByteBufAllocator.DEFAULT.buffer().release();
            }
        }
        return FOUND;
    }

    /** Netty makes it by its name, which the build tells. */
    public static final class Detector<T> extends ResourceLeakDetector<T> {
        public Detector(Class<T> resource, int samplingInterval) {
            super(resource, samplingInterval);
            LOOKS.set(true);
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
