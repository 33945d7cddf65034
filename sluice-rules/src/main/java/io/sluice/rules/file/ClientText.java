package io.sluice.rules.file;

import io.sluice.rules.file.Node.Scalar;

/** Reads {@code user:ann}: an identity that there is, and its value. */
final class ClientText {
    private final AttributeNames names;

    ClientText(AttributeNames names) {
        this.names = names;
    }

    /** As it stands, once the identity is known. */
    String read(Scalar text) {
        int colon = text.value().indexOf(':');
        if (colon > 0) {
            names.any(text.value().substring(0, colon), text.place());
        }
        return text.value();
    }
}
