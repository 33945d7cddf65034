/** Rule files from the command line: are they right, and what would they answer. */
@org.jspecify.annotations.NullMarked
package io.sluice.cli.rules;
