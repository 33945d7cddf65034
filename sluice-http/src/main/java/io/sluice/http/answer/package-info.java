/** What a refused client is sent. */
@org.jspecify.annotations.NullMarked
package io.sluice.http.answer;
