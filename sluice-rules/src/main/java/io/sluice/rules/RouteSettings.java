package io.sluice.rules;

import io.sluice.rules.match.PathPattern;
import org.jspecify.annotations.Nullable;

/**
 * Which requests go to an upstream.
 *
 * @param host a glob, compared without case; null: to whatever host
 * @param path null: to whatever path
 * @param upstream its name
 */
public record RouteSettings(@Nullable String host, @Nullable PathPattern path, String upstream) {}
