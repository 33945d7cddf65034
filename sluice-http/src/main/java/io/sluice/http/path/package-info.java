/** Paths and queries: one spelling for what the application takes for the same. */
@org.jspecify.annotations.NullMarked
package io.sluice.http.path;
