/** The header fields that tell a client how it stands, in several dialects. */
@org.jspecify.annotations.NullMarked
package io.sluice.http.field;
