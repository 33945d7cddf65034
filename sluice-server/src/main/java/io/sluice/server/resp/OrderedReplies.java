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

    /** Where the next reply belongs. */
    Replies next() {
        return late.isEmpty() ? ready : late.getLast().after;
    }

    /** Keeps a place for a reply; to be called, in this thread, with what writes it. */
    Consumer<Consumer<Replies>> promise() {
        Late promised = new Late();
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
            answer.accept(ready);
            ready.append(first.after);
        }
    }

    /** Replies that can be sent. */
    Replies ready() {
        return ready;
    }

    /** Replies that are not known yet. */
    int awaited() {
        return late.size();
    }
}
