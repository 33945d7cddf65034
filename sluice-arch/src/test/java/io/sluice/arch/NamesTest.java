package io.sluice.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"util", "common", "impl", "model", "helpers"})
    void packagesAreNamedForAFeature(String category) {
        noClasses()
                .should()
                .resideInAPackage("io.sluice.." + category + "..")
                .because("a package is named for what it does, not for the kind of thing it holds")
                .check(Modules.CLASSES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Impl", "Manager", "Util"})
    void typesAreNamedForWhatMakesThemDifferent(String suffix) {
        noClasses().should().haveSimpleNameEndingWith(suffix).check(Modules.CLASSES);
    }
}
