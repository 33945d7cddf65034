package io.sluice.rules;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import java.util.List;

/**
 * What a key has used.
 *
 * @param name of the counter: the rule's, with the plan ({@code api@premium}) or the client ({@code api=user:ann}) behind it where those have limits of their own
 */
public record Usage(String name, List<Limit> limits, Decision state) {}
