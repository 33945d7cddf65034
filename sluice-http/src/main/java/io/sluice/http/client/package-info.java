/** Who asks: the client's address behind proxies, and the identities that a request brings. */
@org.jspecify.annotations.NullMarked
package io.sluice.http.client;
