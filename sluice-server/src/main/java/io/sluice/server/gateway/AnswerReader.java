package io.sluice.server.gateway;

import io.netty.buffer.ByteBuf;
import io.sluice.server.http1.AnswerHead;
import io.sluice.server.http1.BadHead;
import io.sluice.server.http1.Body;
import io.sluice.server.http1.ChunkedBody;
import io.sluice.server.http1.HeadLimits;
import java.io.IOException;

/** Reads the answers that come on a connection to a target, one after the other. */
final class AnswerReader {
    private static final HeadLimits LIMITS = new HeadLimits(8_192, 65_536, 500);

    private final AnswerHead head = new AnswerHead(LIMITS);
    private final Body body = new Body(ChunkedBody.Extensions.PASSED);
    private boolean anythingSeen;
    private boolean headSeen;

    AnswerHead head() {
        return head;
    }

    Body body() {
        return body;
    }

    /** A request goes out. */
    void begin() {
        anythingSeen = false;
        headSeen = false;
        head.reset();
    }

    boolean hasSeenAnything() {
        return anythingSeen;
    }

    /** Whether the end of the connection is the end of the answer. */
    boolean endsWithConnection() {
        return headSeen && body.endsWithConnection();
    }

    /** Takes some of it, and lets the answer's relay know. */
    void take(ByteBuf in, UpstreamConnection from, TargetPatience patience, Passage passage) {
        anythingSeen = true;
        if (headSeen) {
            patience.isMoving();
            passage.answers.body(from, in);
        } else {
            takeHead(in, from, patience, passage);
        }
    }

    private void takeHead(ByteBuf in, UpstreamConnection from, TargetPatience patience, Passage passage) {
        switch (head.read(in, passage.isHead())) {
            case MORE -> {}
            case BAD -> {
                BadHead bad = head.bad();
                from.isGone(new IOException("not an answer: " + (bad == null ? "" : bad.detail())));
            }
            case WHOLE -> {
                if (head.status() < 200 && head.status() != 101) {
                    passage.answers.interim(from);
                    head.reset();
                } else {
                    headSeen = true;
                    body.start(head.framing());
                    patience.answering();
                    passage.answers.head(from, in);
                }
            }
        }
    }
}
