/** The Lua scripts, what they are asked, and what they answer. */
@NullMarked
package io.sluice.redis.script;

import org.jspecify.annotations.NullMarked;
