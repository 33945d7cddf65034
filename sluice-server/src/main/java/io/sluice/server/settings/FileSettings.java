package io.sluice.server.settings;

import java.util.List;
import java.util.Locale;

/** What the {@code server} section of a rule file says, as if it had been said in flags. */
public final class FileSettings {
    private static final List<String> GROUPS = List.of("ADMIN_", "RESP_", "TLS_", "TIMEOUTS_", "LIMITS_");

    private FileSettings() {}

    /** Where it stands: {@code server.admin.token}. */
    static String name(Setting setting) {
        String key = setting.name();
        for (String group : GROUPS) {
            if (key.startsWith(group) && !key.endsWith("_PORT")) {
                key = group.replace('_', '.') + key.substring(group.length());
            }
        }
        return "server." + key.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
