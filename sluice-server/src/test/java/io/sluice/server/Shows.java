package io.sluice.server;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Keys of {@code upstreams}, {@code routes} and {@code server} whose effect a test sees: {@code upstreams.*.health.path}, {@code server.http2=false}. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Shows {
    String[] value();
}
