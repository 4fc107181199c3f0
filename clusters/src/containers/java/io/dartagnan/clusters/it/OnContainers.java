package io.dartagnan.clusters.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test on three clouds of containers: its constructor takes {@link RunningContainers}. Every test
 * has a deadline.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SharedContainers.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 45, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public @interface OnContainers {

  /** More options of {@code clusters/containers up}. */
  String[] value() default {};
}
