package io.dartagnan.clusters.hbasetests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The two lists of HBase's tests that do not pass on three clouds, each with its reason: {@code
 * hbase-tests-internal.txt} has those that use more than the public API, {@code
 * hbase-tests-differing.txt} those that use no more and differ.
 *
 * <p>A line is {@code TestClass.method | reason}; it stands for the method with every set of
 * parameters, and {@code TestClass.*} for all methods that have no line.
 */
public final class KnownResults {
  private static final String ALL = "*";

  private final Map<String, String> internal = read("/hbase-tests-internal.txt");
  private final Map<String, String> differing = read("/hbase-tests-differing.txt");

  /** The lists in this program's class path. */
  public KnownResults() throws IOException {
    Set<String> both = new TreeSet<>(internal.keySet());
    both.retainAll(differing.keySet());
    if (!both.isEmpty()) {
      throw new IOException("in both lists: " + both);
    }
  }

  private static Map<String, String> read(String file) throws IOException {
    Map<String, String> reasons = new TreeMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                KnownResults.class.getResourceAsStream(file), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          String[] parts = line.split(" \\| ", 2);
          if (parts.length < 2 || parts[1].isBlank()) {
            throw new IOException("no reason in '" + line + "' of " + file);
          }
          if (reasons.put(parts[0], parts[1]) != null) {
            throw new IOException("twice in " + file + ": " + parts[0]);
          }
        }
      }
    }
    return reasons;
  }

  /** Whether a test uses more than the public API. */
  public boolean isInternal(String test) {
    return line(test).filter(internal::containsKey).isPresent();
  }

  /** Whether a test uses the public API only and is known to differ. */
  public boolean isDiffering(String test) {
    return line(test).filter(differing::containsKey).isPresent();
  }

  private boolean isListed(String line) {
    return internal.containsKey(line) || differing.containsKey(line);
  }

  /** The line that stands for a test. */
  private Optional<String> line(String test) {
    String method = test.replaceFirst("\\[.*", "");
    String all = test.substring(0, test.indexOf('.') + 1) + ALL;
    return isListed(method) ? Optional.of(method) : Optional.of(all).filter(this::isListed);
  }

  /**
   * Everything in a run that is not as listed: tests that failed or did not run, and lines without
   * use.
   */
  public List<String> differences(TestClassRun run) {
    List<String> differences = new ArrayList<>();
    Set<String> lines = new TreeSet<>(internal.keySet());
    lines.addAll(differing.keySet());
    lines.removeIf(line -> !line.startsWith(run.simpleName() + "."));
    for (String test : run.tests()) {
      Optional<String> line = line(test);
      line.ifPresent(lines::remove);
      if (run.passed().contains(test) == line.isPresent()) {
        differences.add(test + (line.isPresent() ? " is listed and passes" : " " + run.end(test)));
      }
    }
    lines.forEach(line -> differences.add(line + " is listed and there is no such test"));
    run.failureOfClass()
        .filter(failure -> !isListed(run.simpleName() + "." + ALL))
        .ifPresent(failure -> differences.add(run.simpleName() + " failed as a whole: " + failure));
    return differences;
  }
}
