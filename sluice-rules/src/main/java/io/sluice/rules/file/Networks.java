package io.sluice.rules.file;

import io.sluice.rules.file.Node.Scalar;
import io.sluice.rules.list.Cidr;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a list of networks. */
final class Networks {
    private Networks() {}

    static List<String> read(@Nullable Node node, Problems problems) {
        List<String> networks = new ArrayList<>();
        for (Scalar text : Settings.texts(node)) {
            try {
                networks.add(Cidr.parse(text.value()).toString());
            } catch (IllegalArgumentException e) {
                problems.error(text.place(), e);
            }
        }
        return networks;
    }
}
