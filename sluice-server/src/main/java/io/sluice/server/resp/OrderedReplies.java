package io.sluice.server.resp;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Replies in the order of the requests, also where one is known only later. Used by one thread. */
final class OrderedReplies {
    /** A reply that is not known yet, and those that wait behind it. */
    private static final class Late {
        private final Replies after = new Replies();
        private @Nullable Consumer<Replies> answer;
    }

    private final Replies ready = new Replies();
    private final ArrayDeque<Late> late = new ArrayDeque<>();
    /** Bytes behind all that are late but the last. */
    private long between;

    /** Where the next reply belongs. */
    Replies next() {
        return late.isEmpty() ? ready : late.getLast().after;
    }

    /** Keeps a place for a reply; to be called, in this thread, with what writes it. */
    Consumer<Consumer<Replies>> promise() {
        Late promised = new Late();
        between += behindTheLast();
        late.add(promised);
        return answer -> {
            promised.answer = answer;
            settle();
        };
    }

    private void settle() {
        for (Late first = late.peek(); first != null; first = late.peek()) {
            Consumer<Replies> answer = first.answer;
            if (answer == null) {
                return;
            }
            late.remove();
            between -= late.isEmpty() ? 0 : first.after.size();
            answer.accept(ready);
            ready.append(first.after);
        }
    }

    /** Replies that can be sent. */
    Replies ready() {
        return ready;
    }

    /** Bytes that wait here: to be sent, or behind a reply that is not known yet. */
    long waiting() {
        return ready.size() + between + behindTheLast();
    }

    private int behindTheLast() {
        return late.isEmpty() ? 0 : late.getLast().after.size();
    }

    /** Replies that are not known yet. */
    int awaited() {
        return late.size();
    }
}
