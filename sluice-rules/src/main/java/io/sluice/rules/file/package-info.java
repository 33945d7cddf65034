/** Reads rule files: every problem at once, each with its place. */
@org.jspecify.annotations.NullMarked
package io.sluice.rules.file;
