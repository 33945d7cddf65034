package io.sluice.server.settings;

import io.sluice.rules.file.DurationText;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What was said about each setting, and where: a flag goes before the environment, that before the file, and that before what holds otherwise. Every method throws an
 * {@link IllegalArgumentException} that names the place and what would be right.
 */
public final class Given {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,13})\\s*(B|KB|MB|GB)?", Pattern.CASE_INSENSITIVE);
    private static final int LAST_PORT = 65_535;

    private final Map<Setting, Said> said = new EnumMap<>(Setting.class);

    /** @param where for messages: {@code --port}, {@code SLUICE_PORT} or {@code server.port} */
    private record Said(String text, String where) {}

    /**
     * From all three places.
     *
     * @param file as texts, by {@link FileSettings}
     */
    public Given(
            Map<Setting, String> flags, Function<String, @Nullable String> environment, Map<Setting, String> file) {
        for (Setting setting : Setting.values()) {
            String variable = environment.apply(setting.variable());
            if (flags.containsKey(setting)) {
                put(setting, flags.get(setting), setting.flag());
            } else if (variable != null && !variable.isEmpty()) {
                put(setting, variable, setting.variable());
            } else if (file.containsKey(setting)) {
                put(setting, file.get(setting), FileSettings.name(setting));
            } else {
                put(setting, setting.standard(), setting.flag());
            }
        }
    }

    private void put(Setting setting, @Nullable String text, String where) {
        if (text != null) {
            said.put(setting, new Said(text.strip(), where));
        }
    }

    /** Null if nothing was said and nothing holds otherwise. */
    public @Nullable String text(Setting setting) {
        Said found = said.get(setting);
        return found == null ? null : found.text;
    }

    /** Where it was said: what to change. */
    public String where(Setting setting) {
        Said found = said.get(setting);
        return found == null ? setting.flag() : found.where;
    }

    /** For settings that always have a value. */
    public String needed(Setting setting) {
        String text = text(setting);
        if (text == null || text.isEmpty()) {
            throw new IllegalArgumentException(
                    where(setting) + " is empty; give " + setting.label() + ", or leave it out");
        }
        return text;
    }

    /** For settings that may be left out, but not left empty. */
    public @Nullable String filled(Setting setting) {
        return text(setting) == null ? null : needed(setting);
    }

    /** Null for {@code off}. */
    @Nullable
    Integer port(Setting setting) {
        return needed(setting).equals("off") ? null : number(setting, 0, LAST_PORT, "give 0 to 65535, or off");
    }

    int count(Setting setting, int least, int most) {
        return number(setting, least, most, "give a whole number from " + least + " to " + most);
    }

    private int number(Setting setting, int least, int most, String right) {
        String text = needed(setting);
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw bad(setting, right);
        }
        throw bad(setting, right);
    }

    Duration duration(Setting setting) {
        Duration duration = DurationText.of(needed(setting));
        if (duration == null) {
            throw bad(setting, "write 100ms, 5s, 15m or 2h");
        }
        return duration;
    }

    /** Also no time at all. */
    Duration durationOrNone(Setting setting) {
        return needed(setting).equals("0") ? Duration.ZERO : duration(setting);
    }

    /** In this range, whose ends are whole numbers of KB. */
    long bytes(Setting setting, long least, long most) {
        Matcher form = SIZE.matcher(needed(setting));
        if (!form.matches()) {
            throw bad(setting, "write a size such as 16KB");
        }
        long unit = form.group(2) == null ? 1 : unit(form.group(2));
        long units = Long.parseLong(form.group(1));
        long bytes = units * unit;
        if (units > most || bytes < least || bytes > most) {
            throw bad(setting, "write " + shown(least) + " to " + shown(most));
        }
        return bytes;
    }

    private static String shown(long bytes) {
        for (int shift = 30; shift > 10; shift -= 10) {
            if (bytes % (1L << shift) == 0) {
                return (bytes >> shift) + (shift == 30 ? "GB" : "MB");
            }
        }
        return (bytes >> 10) + "KB";
    }

    private static long unit(String name) {
        return switch (name.charAt(0)) {
            case 'k', 'K' -> 1024;
            case 'm', 'M' -> 1024 * 1024;
            case 'g', 'G' -> 1024 * 1024 * 1024;
            default -> 1;
        };
    }

    /** One of these. */
    String choice(Setting setting, List<String> choices) {
        if (!choices.contains(needed(setting))) {
            throw bad(setting, "give " + String.join(" or ", choices));
        }
        return needed(setting);
    }

    boolean yes(Setting setting) {
        return choice(setting, List.of("true", "false")).equals("true");
    }

    /** Separated by commas; empty if nothing was said. */
    List<String> list(Setting setting) {
        String text = text(setting);
        return text == null || text.isEmpty() ? List.of() : List.of(text.split("\\s*,\\s*", -1));
    }

    IllegalArgumentException bad(Setting setting, String right) {
        return new IllegalArgumentException(where(setting) + " is " + text(setting) + "; " + right);
    }
}
