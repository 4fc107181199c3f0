package io.dartagnan.clusters.hbasetests;

import java.util.concurrent.TimeUnit;
import org.junit.rules.TestRule;
import org.junit.rules.Timeout;
import org.junit.runner.Description;
import org.junit.runners.model.Statement;

/** Deadline of a class of tests, in place of HBase's own rule, which wants a category as well. */
public final class ClassDeadline implements TestRule {
  private static final long MINUTES = 9;

  private final Timeout timeout = Timeout.builder().withTimeout(MINUTES, TimeUnit.MINUTES).build();

  private ClassDeadline() {}

  /** The rule of a class. */
  public static ClassDeadline forClass(Class<?> test) {
    return new ClassDeadline();
  }

  @Override
  public Statement apply(Statement base, Description description) {
    return timeout.apply(base, description);
  }
}
