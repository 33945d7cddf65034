/** Tokens whose signature is checked. */
@org.jspecify.annotations.NullMarked
package io.sluice.rules.jwt;
