package io.sluice.server.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;

/** Reads heads out of text, in pieces, and says in words what came of it. */
final class HeadText {
    private HeadText() {}

    static RequestHead read(String text) {
        RequestHead head = new RequestHead(HeadLimits.USUAL);
        head.read(Unpooled.copiedBuffer(text, ISO_8859_1));
        return head;
    }

    /** Status, or what the head says and how many bytes follow it. */
    static String outcome(HeadLimits limits, List<byte[]> pieces) {
        return outcome(new RequestHead(limits), pieces);
    }

    /** The same, read by one that may have read others. */
    static String outcome(RequestHead head, List<byte[]> pieces) {
        int rest = 0;
        RequestHead.Progress progress = RequestHead.Progress.MORE;
        for (byte[] piece : pieces) {
            ByteBuf in = Unpooled.wrappedBuffer(piece);
            if (progress == RequestHead.Progress.MORE) {
                progress = head.read(in);
            }
            rest += in.readableBytes();
        }
        return switch (progress) {
            case MORE -> "more";
            case BAD -> String.valueOf(head.bad());
            case WHOLE -> describe(head) + ", rest " + rest;
        };
    }

    static String describe(RequestHead head) {
        StringBuilder text = new StringBuilder(head.method() + " " + head.path() + " ? " + head.query() + " @ "
                + head.host() + " " + head.framing().kind() + head.framing().length() + head.keepAlive());
        for (int line = 0; line < head.fields().size(); line++) {
            text.append(", ")
                    .append(head.fields().nameText(line))
                    .append('=')
                    .append(head.fields().value(line));
        }
        return text.toString();
    }
}
