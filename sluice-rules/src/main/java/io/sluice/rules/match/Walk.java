package io.sluice.rules.match;

/** Where a walk along a path may be in the tree of patterns. Used by one thread at a time, again and again. */
public final class Walk {
    private Node[] here = new Node[8];
    private Node[] ahead = new Node[8];
    private int count;
    private int coming;
    /** By node: the step it was last come to. */
    private int[] cameAt = new int[0];

    private int step;

    void begin(int nodes) {
        if (cameAt.length < nodes) {
            cameAt = new int[nodes];
            step = 0;
        }
        if (step > Integer.MAX_VALUE - 100_000) {
            cameAt = new int[cameAt.length];
            step = 0;
        }
        count = 0;
        coming = 0;
        step++;
    }

    /** Comes to a node for the next step, and to what follows it without a segment. */
    void come(Node node, long[] found) {
        if (cameAt[node.number] == step) {
            return;
        }
        cameAt[node.number] = step;
        if (coming == ahead.length) {
            ahead = java.util.Arrays.copyOf(ahead, coming * 2);
        }
        ahead[coming++] = node;
        Node any = node.anyNumber;
        if (any != null) {
            any.mark(found);
            if (any.leadsOn()) {
                come(any, found);
            }
        }
    }

    void step() {
        Node[] left = here;
        here = ahead;
        count = coming;
        ahead = left;
        coming = 0;
        step++;
    }

    /** One segment of the path: from one character to before another. */
    void along(String path, int from, int to, int hash, boolean fold, long[] found) {
        for (int i = 0; i < count; i++) {
            Node node = here[i];
            node.follow(path, from, to, hash, fold, found, this);
            if (node.isAnyNumber) {
                come(node, found);
            }
        }
        step();
    }

    void end(long[] found) {
        for (int i = 0; i < count; i++) {
            if (!here[i].isAnyNumber) {
                here[i].mark(found);
            }
        }
    }
}
