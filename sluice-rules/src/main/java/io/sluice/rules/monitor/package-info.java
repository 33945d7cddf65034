/** What is going on: who is limited, how close keys are to their limits, and who may be limited by mistake; in bounded memory. */
@org.jspecify.annotations.NullMarked
package io.sluice.rules.monitor;
