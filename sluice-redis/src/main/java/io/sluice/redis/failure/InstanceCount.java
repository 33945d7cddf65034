package io.sluice.redis.failure;

/** Among how many instances a limit is divided while each of them is on its own. */
@FunctionalInterface
public interface InstanceCount {
    /** Asked for every local decision, so it must be cheap; less than 1 is taken for 1. */
    int instances();

    /** As many as configured. */
    static InstanceCount of(int instances) {
        if (instances < 1) {
            throw new IllegalArgumentException("instances must be 1 or more, not " + instances);
        }
        return () -> instances;
    }
}
