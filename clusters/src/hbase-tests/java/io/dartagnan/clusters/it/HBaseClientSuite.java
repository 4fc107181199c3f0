package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.dartagnan.clusters.hbasetests.CloudsUtility;
import io.dartagnan.clusters.hbasetests.KnownResults;
import io.dartagnan.clusters.hbasetests.RewritingLoader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** HBase's own tests of its client on three clouds: they pass, but for those listed. */
@EndToEnd
@Timeout(value = 1, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HBaseClientSuite {
  private static final String PACKAGE = "org.apache.hadoop.hbase.";

  private final LocalClusters clusters;
  private RewritingLoader loader;

  HBaseClientSuite(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void open() {
    Path site = Path.of(clusters.variable("DARTAGNAN_CONF"), "hbase-site.xml");
    System.setProperty(CloudsUtility.SITE, site.toUri().toString());
    loader = new RewritingLoader();
  }

  @AfterAll
  void close() throws IOException {
    loader.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "client.TestScannersFromClientSide",
        "client.TestTimestampsFilter",
        "client.TestMultipleTimestamps",
        "client.TestCheckAndMutate",
        "client.TestPutWithDelete",
        "filter.TestColumnRangeFilter"
      })
  void passBarThoseListed(String name) throws Exception {
    String simple = name.substring(name.indexOf('.') + 1);
    KnownResults known = KnownResults.read();
    assumeThat(known.isLeftOut(simple)).isFalse();
    Set<String> run = new TreeSet<>();
    Map<String, String> failed = new TreeMap<>();
    JUnitCore junit = new JUnitCore();
    junit.addListener(
        new RunListener() {
          @Override
          public void testStarted(Description test) {
            run.add(name(simple, test));
          }

          @Override
          public void testFailure(Failure failure) {
            failed.put(name(simple, failure.getDescription()), failure.getException().toString());
            failure.getException().printStackTrace(System.out);
          }
        });
    Thread.currentThread().setContextClassLoader(loader);
    junit.run(Request.aClass(loader.loadClass(PACKAGE + name)).filterWith(new FirstParameters()));
    System.out.printf("%s: %d tests, %d of them failed%n", simple, run.size(), failed.size());
    failed.forEach((test, failure) -> System.out.println("  " + test + ": " + failure));
    assertThat(run).isNotEmpty();
    assertThat(known.differences(simple, run, failed)).isEmpty();
  }

  private static String name(String simple, Description test) {
    return simple + "." + (test.isTest() ? method(test) : "class");
  }

  private static String method(Description test) {
    return test.getMethodName().replaceFirst("\\[.*", "");
  }

  /** Of a class with parameters the first: they say how a cluster is found. */
  private static final class FirstParameters extends Filter {
    @Override
    public boolean shouldRun(Description description) {
      return !description.isTest()
          ? description.getChildren().stream().anyMatch(this::shouldRun)
          : !description.getMethodName().contains("[")
              || description.getMethodName().endsWith("[0]");
    }

    @Override
    public String describe() {
      return "the first parameters";
    }
  }
}
