package io.sluice.rules.match;

import io.sluice.rules.PathSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A place in the tree of patterns, after some segments. Not changed once all patterns are planted. */
final class Node {
    final int number;
    final boolean isAnyNumber;

    @Nullable
    Node anyNumber;

    private final String text;
    private final int hash;
    private @Nullable Node one;
    private final List<Node> globs = new ArrayList<>();
    /** Nodes for segments of text, each at its hash or the next free place behind it; the length is a power of two. */
    private @Nullable Node[] texts = new @Nullable Node[2];

    private int textCount;
    private int[] ends = {};
    private final @Nullable Glob glob;

    private Node(int number, Segment.Kind kind, String text, boolean fold) {
        this.number = number;
        this.isAnyNumber = kind == Segment.Kind.ANY_NUMBER;
        this.text = text;
        this.hash = hash(text);
        this.glob = kind == Segment.Kind.GLOB ? new Glob(text, fold) : null;
    }

    private static int hash(String text) {
        int hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = 31 * hash + text.charAt(i);
        }
        return hash;
    }

    private static int place(int hash, int places) {
        return (hash ^ (hash >>> 15)) & (places - 1);
    }

    boolean leadsOn() {
        return textCount > 0 || one != null || !globs.isEmpty() || anyNumber != null;
    }

    /** Sets the bits of the patterns that end here. */
    void mark(long[] found) {
        for (int end : ends) {
            found[end >> 6] |= 1L << end;
        }
    }

    /** Comes to all nodes that one segment leads to. */
    void follow(String path, int from, int to, int segmentHash, boolean fold, long[] found, Walk walk) {
        @Nullable Node[] all = texts;
        for (int i = place(segmentHash, all.length); textCount > 0; i = (i + 1) & (all.length - 1)) {
            Node next = all[i];
            if (next == null) {
                break;
            }
            if (next.hash == segmentHash && next.isText(path, from, to, fold)) {
                walk.come(next, found);
                break;
            }
        }
        Node whole = one;
        if (whole != null && from < to) {
            walk.come(whole, found);
        }
        for (int i = 0; i < globs.size(); i++) {
            Node next = globs.get(i);
            if (next.glob != null && next.glob.covers(path, from, to)) {
                walk.come(next, found);
            }
        }
    }

    private boolean isText(String path, int from, int to, boolean fold) {
        if (text.length() != to - from) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = path.charAt(from + i);
            if (text.charAt(i) != (fold ? Fold.of(c) : c)) {
                return false;
            }
        }
        return true;
    }

    /** Lays patterns into a tree. */
    static final class Planter {
        private final PathSettings settings;
        private final Node root;
        private int size;

        Planter(PathSettings settings) {
            this.settings = settings;
            this.root = newNode(Segment.Kind.TEXT, "");
        }

        Node root() {
            return root;
        }

        int size() {
            return size;
        }

        private Node newNode(Segment.Kind kind, String text) {
            return new Node(size++, kind, text, settings.ignoreCase());
        }

        void plant(List<Segment> segments, int end) {
            Node node = root;
            int count = segments.size();
            if (settings.ignoreTrailingSlash() && PathFit.endsWithSlash(segments)) {
                count--;
            }
            for (Segment segment : segments.subList(0, count)) {
                node = next(node, segment);
            }
            node.ends = Arrays.copyOf(node.ends, node.ends.length + 1);
            node.ends[node.ends.length - 1] = end;
        }

        private Node next(Node node, Segment segment) {
            return switch (segment.kind()) {
                case TEXT -> text(node, folded(segment.text()));
                case GLOB -> glob(node, segment.text());
                case VARIABLE, ONE -> one(node);
                case ANY_NUMBER -> anyNumber(node);
            };
        }

        private Node one(Node node) {
            Node next = node.one;
            if (next == null) {
                next = newNode(Segment.Kind.ONE, "");
                node.one = next;
            }
            return next;
        }

        /** After any number of segments any number more is no more. */
        private Node anyNumber(Node node) {
            if (node.isAnyNumber) {
                return node;
            }
            Node next = node.anyNumber;
            if (next == null) {
                next = newNode(Segment.Kind.ANY_NUMBER, "");
                node.anyNumber = next;
            }
            return next;
        }

        private Node glob(Node node, String text) {
            for (Node known : node.globs) {
                if (known.text.equals(text)) {
                    return known;
                }
            }
            Node next = newNode(Segment.Kind.GLOB, text);
            node.globs.add(next);
            return next;
        }

        private Node text(Node node, String text) {
            for (Node known : node.texts) {
                if (known != null && known.text.equals(text)) {
                    return known;
                }
            }
            Node next = newNode(Segment.Kind.TEXT, text);
            if (++node.textCount * 2 > node.texts.length) {
                @Nullable Node[] before = node.texts;
                node.texts = new @Nullable Node[before.length * 2];
                for (Node known : before) {
                    if (known != null) {
                        put(node.texts, known);
                    }
                }
            }
            put(node.texts, next);
            return next;
        }

        private static void put(@Nullable Node[] texts, Node node) {
            int i = place(node.hash, texts.length);
            while (texts[i] != null) {
                i = (i + 1) & (texts.length - 1);
            }
            texts[i] = node;
        }

        private String folded(String text) {
            if (!settings.ignoreCase()) {
                return text;
            }
            StringBuilder folded = new StringBuilder(text);
            for (int i = 0; i < text.length(); i++) {
                folded.setCharAt(i, Fold.of(text.charAt(i)));
            }
            return folded.toString();
        }
    }
}
