package io.sluice.rules.file;

import io.sluice.rules.Attribute;
import io.sluice.rules.WhenLimited.Body;
import io.sluice.rules.file.Node.Scalar;
import io.sluice.rules.jwt.TokenKeys;
import io.sluice.rules.list.AccessList;
import io.sluice.rules.plan.PlanLookup;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Files that a rule file names, looked for beside it. */
final class NamedFiles {
    private static final long MOST_BODY = 1 << 20;

    /** How a file is read that something else is made of. */
    @FunctionalInterface
    private interface Reading<T> {
        T read(Path file) throws IOException;
    }

    private final Path ruleFile;
    private final Problems problems;

    NamedFiles(Path ruleFile, Problems problems) {
        this.ruleFile = ruleFile;
        this.problems = problems;
    }

    @Nullable
    TokenKeys keys(@Nullable Scalar name) {
        return read(name, TokenKeys::read);
    }

    @Nullable
    PlanLookup plans(@Nullable Scalar name, Attribute key) {
        return read(name, file -> PlanLookup.read(file, key));
    }

    @Nullable
    Body body(@Nullable Scalar name) {
        return read(name, NamedFiles::body);
    }

    /** A body with gaps. */
    @Nullable
    Body template(@Nullable Scalar name) {
        return read(name, file -> {
            Body body = body(file);
            if (TemplateText.hasOldName(body.text())) {
                throw new IOException(TemplateText.OLD_NAME + " in " + name(file) + "; " + TemplateText.NEW_NAME);
            }
            return body;
        });
    }

    private static Body body(Path file) throws IOException {
        if (Files.size(file) > MOST_BODY) {
            throw new IOException("the file is too large; a body has at most 1 MB");
        }
        return new Body(file, contentType(file), Files.readString(file));
    }

    /** A list of addresses and the like, which is read again by who uses it. */
    @Nullable
    Path list(@Nullable Scalar name) {
        return read(name, file -> {
            AccessList.check(file);
            return file;
        });
    }

    /** One certificate or several, which are read again by who uses them. */
    @Nullable
    Path certificate(@Nullable Scalar name) {
        return pem(name, "CERTIFICATE", "certificate");
    }

    @Nullable
    Path privateKey(@Nullable Scalar name) {
        return pem(name, "PRIVATE KEY", "private key that is in PKCS#8 and not encrypted");
    }

    private @Nullable Path pem(@Nullable Scalar name, String label, String noun) {
        return read(name, file -> {
            if (!Files.readString(file).contains("-----BEGIN " + label + "-----")) {
                throw new IOException(name(file) + " has no " + noun + "; it has a line -----BEGIN " + label + "-----");
            }
            return file;
        });
    }

    /** One that need not be there yet, in a folder that is. */
    @Nullable
    Path toWrite(Scalar name) {
        try {
            Path file = ruleFile.resolveSibling(name.value());
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null && Files.isDirectory(folder) && !Files.isDirectory(file)) {
                return file;
            }
            String what = Files.isDirectory(file) ? " is a folder" : " is in a folder that does not exist";
            problems.error(name.place(), name.shown() + what, "name a file by its path from the rule file's folder");
        } catch (InvalidPathException e) {
            problems.error(name.place(), name.shown() + " is no file name", "name a file beside the rule file");
        }
        return null;
    }

    private static String unreadable(Path file) {
        return Files.isRegularFile(file) ? " cannot be read: permission denied" : " is no regular file";
    }

    private <T> @Nullable T read(@Nullable Scalar name, Reading<T> reading) {
        if (name == null) {
            return null;
        }
        try {
            Path file = ruleFile.resolveSibling(name.value());
            if (Files.isReadable(file) && Files.isRegularFile(file)) {
                return reading.read(file);
            }
            String what = Files.isDirectory(file) ? " is a folder" : Files.exists(file) ? unreadable(file) : "";
            problems.error(
                    name.place(),
                    what.isEmpty() ? "no such file " + name.shown() : name.shown() + what,
                    "name a file by its path from the rule file's folder");
        } catch (InvalidPathException e) {
            problems.error(name.place(), name.shown() + " is no file name", "name a file beside the rule file");
        } catch (CharacterCodingException e) {
            problems.error(name.place(), name.shown() + " is not UTF-8", "save the file as UTF-8");
        } catch (IOException | IllegalArgumentException e) {
            problems.error(name.place(), e);
        }
        return null;
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static String contentType(Path file) {
        String name = name(file).toLowerCase(Locale.ROOT);
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "json" -> "application/json";
            case "html", "htm" -> "text/html; charset=utf-8";
            case "xml" -> "application/xml";
            default -> "text/plain; charset=utf-8";
        };
    }
}
