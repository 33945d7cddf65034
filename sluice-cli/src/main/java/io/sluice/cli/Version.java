package io.sluice.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** What is running: as the jar's manifest says. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Main.class.getPackage().getImplementationVersion();
        String java = System.getProperty("java.version");
        return new String[] {"sluice " + Objects.requireNonNullElse(version, "unreleased") + " (Java " + java + ")"};
    }
}
