package io.sluice.arch;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.core.domain.properties.HasParameterTypes.Predicates.rawParameterTypes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass.Predicates;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client says of its address is read as a literal: a name would be looked up, and whoever answers for it would choose whom we count. */
class NamesAskedTest {
    @ParameterizedTest
    @ValueSource(strings = {"core", "rules", "http", "servlet"})
    void noNameServerIsAsked(String module) {
        noClasses()
                .that()
                .resideInAPackage(Modules.packagesOf(module))
                .should()
                .callMethodWhere(target(owner(Predicates.assignableTo(InetAddress.class)))
                        .and(target(name("getByName"))))
                .orShould()
                .callMethodWhere(target(owner(Predicates.assignableTo(InetAddress.class)))
                        .and(target(name("getAllByName"))))
                .orShould()
                .callConstructorWhere(target(owner(Predicates.type(InetSocketAddress.class)))
                        .and(target(rawParameterTypes(String.class, int.class))))
                .check(Modules.CLASSES);
    }
}
