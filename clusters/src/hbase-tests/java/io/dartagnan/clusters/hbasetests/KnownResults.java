package io.dartagnan.clusters.hbasetests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * HBase's tests that fail on three clouds, each with its reason, as {@code hbase-tests.txt} lists
 * them: {@code TestClass.method | reason}. A {@code *} for the method stands for all of a class.
 */
public final class KnownResults {
  private static final String FILE = "/hbase-tests.txt";

  private final Map<String, String> reasons = new TreeMap<>();

  private KnownResults() {}

  /** The list. */
  public static KnownResults read() throws IOException {
    KnownResults known = new KnownResults();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                KnownResults.class.getResourceAsStream(FILE), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          String[] parts = line.split(" \\| ", 2);
          if (parts.length < 2 || parts[1].isBlank()) {
            throw new IOException("no reason in '" + line + "'");
          }
          known.reasons.put(parts[0], parts[1]);
        }
      }
    }
    return known;
  }

  /** Whether all tests of a class are listed. */
  public boolean isLeftOut(String testClass) {
    return reasons.containsKey(testClass + ".*");
  }

  /**
   * Compares results with the list.
   *
   * @param run the tests that ran, as {@code TestClass.method}
   * @param failed those of them that failed, with what
   * @return what is not as listed: failures that are not, and listed tests that passed
   */
  public List<String> differences(String testClass, Set<String> run, Map<String, String> failed) {
    List<String> differences = new ArrayList<>();
    failed.forEach(
        (test, failure) -> {
          if (!reasons.containsKey(test)) {
            differences.add(test + " failed: " + failure);
          }
        });
    for (String listed : reasons.keySet()) {
      if (listed.startsWith(testClass + ".") && !failed.containsKey(listed)) {
        differences.add(
            listed
                + (run.contains(listed)
                    ? " is listed and passes: take it out"
                    : " is listed and there is no such test"));
      }
    }
    return differences;
  }
}
