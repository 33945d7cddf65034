package io.sluice.rules.list;

import io.sluice.rules.Attributes;
import io.sluice.rules.ListEntry;
import io.sluice.rules.PathSettings;
import io.sluice.rules.reload.Reloads;
import io.sluice.rules.reload.WatchedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The entries of {@code allow} or {@code deny}, those in files included; files are read again when they change. */
public final class AccessList {
    private final Entries written;
    private final List<WatchedFile<Entries>> files;

    private AccessList(Entries written, List<WatchedFile<Entries>> files) {
        this.written = written;
        this.files = files;
    }

    /** With what {@link PathSettings#DEFAULT} says about paths. */
    public static AccessList of(List<ListEntry> entries) {
        return of(entries, PathSettings.DEFAULT);
    }

    /**
     * Makes entries ready, and reads the files among them.
     *
     * @throws UncheckedIOException if a file cannot be read, with the lines that are wrong
     * @throws IllegalArgumentException if an entry is malformed, with what would be right
     */
    public static AccessList of(List<ListEntry> entries, PathSettings paths) {
        Entries.Builder written = new Entries.Builder(paths);
        List<WatchedFile<Entries>> files = new ArrayList<>();
        for (ListEntry entry : entries) {
            if (entry instanceof ListEntry.Network network) {
                written.add(Cidr.parse(network.cidr()));
            } else if (entry instanceof ListEntry.Conditions conditions) {
                written.add(conditions.all());
            } else if (entry instanceof ListEntry.Listed listed) {
                files.add(watched(listed.file(), paths));
            }
        }
        return new AccessList(written.build(), List.copyOf(files));
    }

    private static WatchedFile<Entries> watched(Path file, PathSettings paths) {
        try {
            return WatchedFile.read(file, Reloads.LISTS, path -> ListFile.read(path, paths));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /**
     * Reads a file only to see whether it is right.
     *
     * @throws IOException if it cannot be read, with the lines that are wrong
     */
    public static void check(Path file) throws IOException {
        ListFile.read(file, PathSettings.DEFAULT);
    }

    /** Whether an entry is about this request. */
    public boolean covers(Attributes attributes) {
        if (written.cover(attributes)) {
            return true;
        }
        for (int i = 0; i < files.size(); i++) {
            if (files.get(i).get().cover(attributes)) {
                return true;
            }
        }
        return false;
    }

    /** Looks at the files now, and reads those that have changed. */
    public void look() {
        files.forEach(WatchedFile::look);
    }
}
