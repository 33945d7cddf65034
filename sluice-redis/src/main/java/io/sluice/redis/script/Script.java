package io.sluice.redis.script;

/** A Lua script and the name Redis knows it by. */
public record Script(String text, String sha) {}
