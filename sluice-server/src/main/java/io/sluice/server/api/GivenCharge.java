package io.sluice.server.api;

/** A key under limits that were given. Equal ones are counted together. */
record GivenCharge(Given given, String key) {}
