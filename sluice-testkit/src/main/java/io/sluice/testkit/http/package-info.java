/**
 * What every HTTP door must withstand: a door's test extends {@link io.sluice.testkit.http.SecurityCases}.
 */
@NullMarked
package io.sluice.testkit.http;

import org.jspecify.annotations.NullMarked;
