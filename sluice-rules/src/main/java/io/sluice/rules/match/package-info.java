/** What a rule matches: path patterns, globs and conditions, and the index that finds the rules of a request. */
@org.jspecify.annotations.NullMarked
package io.sluice.rules.match;
