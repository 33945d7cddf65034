package io.sluice.http.answer;

import io.sluice.http.HttpRequest;
import io.sluice.http.field.RefusedNumbers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers that a thread has sent of late, as bytes: a client that hammers gets the same one for a whole second. Each is known by all it was made of, so that what
 * is remembered is what would be made; those to gRPC and to scripts of other origins are not kept. Used by one thread.
 */
public final class AnswerMemory {
    private static final ThreadLocal<AnswerMemory> OF_THREAD = ThreadLocal.withInitial(AnswerMemory::new);
    private static final int PLACES = 64;

    /** To be set before asking. */
    public final RefusedNumbers numbers = new RefusedNumbers();

    private final @Nullable Entry[] entries = new Entry[PLACES];

    private static final class Entry {
        final Object what;
        final RefusedNumbers numbers;
        final boolean silent;
        final boolean keepAlive;
        final byte[] lines;
        final List<String> accept;
        final List<String> languages;
        final byte[] bytes;

        Entry(Object what, RefusedNumbers numbers, HttpRequest request, boolean keepAlive, byte[] lines, byte[] bytes) {
            this.what = what;
            this.numbers = numbers;
            this.silent = isSilent(request);
            this.keepAlive = keepAlive;
            this.lines = lines;
            this.accept = List.copyOf(request.headers("Accept"));
            this.languages = List.copyOf(request.headers("Accept-Language"));
            this.bytes = bytes;
        }

        @SuppressWarnings("ReferenceEquality") // the same object means the same text, and comparing it would take long
        boolean isFor(Object other, RefusedNumbers others, HttpRequest request, boolean keeps, byte[] further) {
            return what == other
                    && lines == further
                    && keepAlive == keeps
                    && silent == isSilent(request)
                    && numbers.equals(others)
                    && request.hasLines("Accept", accept)
                    && request.hasLines("Accept-Language", languages);
        }
    }

    private AnswerMemory() {}

    public static AnswerMemory ofThread() {
        return OF_THREAD.get();
    }

    /** Whether the answer to this request follows from what entries are known by. */
    public static boolean keeps(HttpRequest request) {
        return request.count("Origin") == 0 && (request.count("Content-Type") == 0 || !GrpcAnswer.isFor(request));
    }

    /**
     * Null if it is not known.
     *
     * @param what stands for all that is the same for many requests, by its identity
     * @param lines further header lines, the same array as long as they are the same
     */
    public byte @Nullable [] find(Object what, HttpRequest request, boolean keepAlive, byte[] lines) {
        Entry entry = entries[place(what, keepAlive)];
        return entry != null && entry.isFor(what, numbers, request, keepAlive, lines) ? entry.bytes : null;
    }

    /** Keeps an answer under what {@link #find} was asked with. */
    public void keep(Object what, HttpRequest request, boolean keepAlive, byte[] lines, byte[] bytes) {
        entries[place(what, keepAlive)] = new Entry(what, numbers.copy(), request, keepAlive, lines, bytes);
    }

    private int place(Object what, boolean keepAlive) {
        int hash = (System.identityHashCode(what) * 31 + numbers.hashCode()) * 2 + (keepAlive ? 1 : 0);
        return (hash ^ (hash >>> 16)) & (PLACES - 1);
    }

    private static boolean isSilent(HttpRequest request) {
        return request.method().equals("HEAD");
    }
}
