package io.sluice.server.net;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Why something went wrong, for people: of some exceptions the message is a file's name and nothing else. */
public final class Reasons {
    private Reasons() {}

    public static String of(IOException e) {
        if (e instanceof NoSuchFileException) {
            return e.getMessage() + ": no such file or folder";
        }
        return e instanceof AccessDeniedException
                ? e.getMessage() + ": permission denied"
                : String.valueOf(e.getMessage());
    }
}
