/** The server under attack, under load, and with real clients. */
@NullMarked
package io.sluice.server.proof;

import org.jspecify.annotations.NullMarked;
