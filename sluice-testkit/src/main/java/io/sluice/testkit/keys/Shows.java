package io.sluice.testkit.keys;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Keys of the rule file whose effect a test sees, as {@link SchemaKeys} names them: {@code rules.*.block.grow}, {@code rules.*.mode=shadow}. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Shows {
    String[] value();
}
