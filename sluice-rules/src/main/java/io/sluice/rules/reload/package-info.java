/** Files that are read again when they change: the rule file, and those that it names. */
@org.jspecify.annotations.NullMarked
package io.sluice.rules.reload;
