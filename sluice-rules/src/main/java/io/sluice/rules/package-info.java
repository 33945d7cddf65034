/**
 * Rules: who may do what, and the engine that decides by them.
 *
 * <p>A {@link io.sluice.rules.RuleSet} is what a rule file says; a {@link io.sluice.rules.RuleEngine} turns the
 * {@link io.sluice.rules.Attributes} of a request into a {@link io.sluice.rules.Ruling}.
 */
@org.jspecify.annotations.NullMarked
package io.sluice.rules;
