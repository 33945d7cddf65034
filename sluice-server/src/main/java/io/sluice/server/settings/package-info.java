/** What a server is told to do: by flags, the environment or the rule file. */
@NullMarked
package io.sluice.server.settings;

import org.jspecify.annotations.NullMarked;
