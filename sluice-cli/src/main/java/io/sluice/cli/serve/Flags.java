package io.sluice.cli.serve;

import io.sluice.server.settings.Setting;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Settings as options of the command line. */
final class Flags {
    private static final List<Setting> PORTS =
            List.of(Setting.PORT, Setting.API_PORT, Setting.RESP_PORT, Setting.ADMIN_PORT);

    private Flags() {}

    static OptionSpec option(Setting setting) {
        String standard = setting.standard();
        return OptionSpec.builder(setting.flag())
                .type(String.class)
                .paramLabel(setting.label())
                .description(setting.description() + (standard == null ? "" : " Default: " + standard + "."))
                .build();
    }

    /** @param anyPorts whether all ports are any that are free, whatever else was said */
    static Map<Setting, String> given(ParseResult parsed, boolean anyPorts) {
        Map<Setting, String> given = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            String value = parsed.matchedOptionValue(setting.flag(), null);
            if (value != null) {
                given.put(setting, value);
            }
        }
        if (anyPorts) {
            PORTS.forEach(port -> given.put(port, "0"));
        }
        return given;
    }
}
