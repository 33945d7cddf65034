package io.sluice.redis.failure;

/** What is answered when the shared store does not answer. None of the three keeps anything to be told to it later. */
public enum OnFailure {
    /** Goes on limiting in this process, each limit divided by the number of instances; every verb works, here only. */
    LOCAL,
    /** Everything is allowed and nothing is counted; refunds, penalties, resets and bans have no effect. */
    ALLOW,
    /** Everything is refused; refunds, penalties, resets and bans have no effect. */
    REFUSE
}
