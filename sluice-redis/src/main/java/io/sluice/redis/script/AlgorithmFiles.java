package io.sluice.redis.script;

import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The files that one set of limits needs, one for each limit. */
final class AlgorithmFiles {
    private static final int MOST_KEPT = 10_000;
    private static final Map<List<Limit>, AlgorithmFiles> KNOWN = new ConcurrentHashMap<>();

    private final List<AlgorithmFile> files;
    private final long farthestPromise;

    private AlgorithmFiles(List<Limit> limits) {
        this.files = limits.stream().map(AlgorithmFile::of).toList();
        this.farthestPromise =
                files.stream().mapToLong(AlgorithmFile::horizonNanos).min().orElseThrow() / 2;
    }

    static AlgorithmFiles of(LimitSet limits) {
        AlgorithmFiles known = KNOWN.get(limits.limits());
        if (known == null) {
            if (KNOWN.size() >= MOST_KEPT) {
                KNOWN.clear();
            }
            known = new AlgorithmFiles(limits.limits());
            KNOWN.put(limits.limits(), known);
        }
        return known;
    }

    List<AlgorithmFile> all() {
        return files;
    }

    Limit limit(int index) {
        return files.get(index).limit;
    }

    /** In nanoseconds: what is farther ahead is never promised. */
    long farthestPromise() {
        return farthestPromise;
    }

    /** As a set of limits of {@code limits.lua}. */
    void write(Arguments to, TimeSpan span) {
        to.add(farthestPromise / AlgorithmFile.NANOS_PER_MICRO).add(files.size());
        for (AlgorithmFile file : files) {
            to.add(file.name());
            file.write(to, span);
        }
    }

    /** The keys, in the order the script takes them. */
    void writeKeys(Arguments to, LimitNames names, String key) {
        to.add(names.counters(key));
        for (int i = 0; i < files.size(); i++) {
            if (files.get(i).apart()) {
                to.add(names.log(key, i));
            }
        }
    }

    List<Reading> read(Reply from, long nowNanos) {
        return files.stream().map(file -> file.read(from, nowNanos)).toList();
    }
}
