package io.dartagnan.clusters.hbasetests;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.Runner;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** One run of a class of HBase's tests. Tests are named {@code TestClass.method}. */
public final class TestClassRun {
  private static final String PACKAGE = "org.apache.hadoop.hbase.";

  /** Parameters that say how a test finds its cluster. */
  private static final Pattern REGISTRY = Pattern.compile("\\[(\\d+)(: registry=.*)?]");

  private final String simpleName;
  private final Set<String> tests = new TreeSet<>();
  private final Set<String> started = new TreeSet<>();
  private final Map<String, Throwable> failures = new TreeMap<>();
  private Throwable failureOfClass;

  private TestClassRun(String simpleName) {
    this.simpleName = simpleName;
  }

  /**
   * Runs the tests of a class, but for those that it ignores itself.
   *
   * @param name of the class, without HBase's package: {@code client.TestAdmin}
   */
  public static TestClassRun of(String name, RewritingLoader loader) throws ClassNotFoundException {
    TestClassRun run = new TestClassRun(name.substring(name.indexOf('.') + 1));
    Thread.currentThread().setContextClassLoader(loader);
    Runner runner =
        Request.aClass(loader.loadClass(PACKAGE + name)).filterWith(new OneRegistry()).getRunner();
    run.collect(runner.getDescription());
    JUnitCore junit = new JUnitCore();
    junit.addListener(run.new Results());
    junit.run(runner);
    return run;
  }

  private void collect(Description description) {
    if (description.isTest()) {
      tests.add(name(description));
    }
    description.getChildren().forEach(this::collect);
  }

  private String name(Description test) {
    return simpleName + "." + REGISTRY.matcher(test.getMethodName()).replaceAll("");
  }

  /** The name of the class, without its package. */
  public String simpleName() {
    return simpleName;
  }

  /** The tests that the class has. */
  public Set<String> tests() {
    return tests;
  }

  /** Those that were run to their end and passed. */
  public Set<String> passed() {
    Set<String> passed = new TreeSet<>(started);
    passed.removeAll(failures.keySet());
    return passed;
  }

  /** Those that failed, with what. */
  public Map<String, Throwable> failures() {
    return failures;
  }

  /** The fate of a test that did not pass. */
  String end(String test) {
    return failures.containsKey(test) ? "failed: " + failures.get(test) : "did not run";
  }

  /** The failure of the class before or after its tests. */
  public Optional<Throwable> failureOfClass() {
    return Optional.ofNullable(failureOfClass);
  }

  private final class Results extends RunListener {
    @Override
    public void testFinished(Description test) {
      started.add(name(test));
    }

    @Override
    public void testIgnored(Description test) {
      tests.remove(name(test));
    }

    @Override
    public void testAssumptionFailure(Failure failure) {
      testFailure(failure);
    }

    @Override
    public void testFailure(Failure failure) {
      Throwable thrown = failure.getException();
      if (failure.getDescription().isTest()) {
        failures.put(name(failure.getDescription()), thrown);
      } else {
        failureOfClass = thrown;
      }
    }
  }

  /** Of parameters that say how a test finds its cluster the first; of others all. */
  private static final class OneRegistry extends Filter {
    @Override
    public boolean shouldRun(Description description) {
      if (!description.isTest()) {
        return description.getChildren().stream().anyMatch(this::shouldRun);
      }
      Matcher registry = REGISTRY.matcher(description.getMethodName());
      return !registry.find() || registry.group(1).equals("0");
    }

    @Override
    public String describe() {
      return "one registry";
    }
  }
}
