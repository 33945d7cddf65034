package io.sluice.property;

import io.sluice.core.Limit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OraclePropertyTest {
    @ParameterizedTest
    @EnumSource(Limit.Kind.class)
    void everyAnswerIsTheOracles(Limit.Kind kind) {
        Seeds.tryAll(400, random -> Story.draw(random, 60, kind), Story::smaller, Judge::agree);
    }
}
