/** The door for whoever looks after the server: metrics, health, and what rules and keys are doing. */
@NullMarked
package io.sluice.server.admin;

import org.jspecify.annotations.NullMarked;
