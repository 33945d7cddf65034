package io.sluice.servlet;

import io.sluice.core.Store;
import io.sluice.rules.RuleEngine;
import io.sluice.testkit.http.Door;
import io.sluice.testkit.http.SecurityCases;

class RateLimitFilterSecurityTest extends SecurityCases {
    @Override
    protected Door open(String rules) throws Exception {
        Store store = Store.memory();
        RuleEngine engine = new RuleEngine(Rules.parse(rules), store);
        return JettyDoor.start(
                FilterSettings.of(engine, store.clock()).atEnd(engine::close).filter(), true, JettyDoor::serve);
    }
}
