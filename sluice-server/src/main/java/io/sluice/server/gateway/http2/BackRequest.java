package io.sluice.server.gateway.http2;

import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import org.jspecify.annotations.Nullable;

/** A request that looks for its {@link Back}: told once that there is one, or why there is none, unless it leaves before. Used on its event loop only. */
final class BackRequest {
    final Target target;
    final UpstreamTimes times;
    private @Nullable Answering answering;
    private @Nullable Runnable whenLeft;

    BackRequest(Target target, UpstreamTimes times, Answering answering) {
        this.target = target;
        this.times = times;
        this.answering = answering;
    }

    /** What it waits for now, if that has to know that it is not waited for any longer. */
    void whenLeft(Runnable then) {
        whenLeft = then;
    }

    /** Who is told of the back that is there now; null if the request has left. */
    @Nullable
    Answering served() {
        whenLeft = null;
        return answering;
    }

    void broken(Throwable cause) {
        Answering told = answering;
        answering = null;
        whenLeft = null;
        if (told != null) {
            told.broken(cause);
        }
    }

    /** The answer is not wanted any longer. Has no meaning once the back is there. */
    void leave() {
        Runnable then = whenLeft;
        answering = null;
        whenLeft = null;
        if (then != null) {
            then.run();
        }
    }
}
