package io.dartagnan.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Differences between what the clouds hold under the same names. */
final class Differences {

  private final List<CloudFacts> clouds;
  private final List<? extends Map<String, String>> byCloud;

  /**
   * Values to compare.
   *
   * @param byCloud entry i is of {@code clouds.get(i)}
   */
  Differences(List<CloudFacts> clouds, List<? extends Map<String, String>> byCloud) {
    this.clouds = clouds;
    this.byCloud = byCloud;
  }

  /** A sentence for every name whose value is not the same on all clouds. */
  List<String> sentences() {
    TreeSet<String> names = new TreeSet<>();
    byCloud.forEach(values -> names.addAll(values.keySet()));
    List<String> sentences = new ArrayList<>();
    for (String name : names) {
      if (byCloud.stream().map(values -> shown(values, name)).distinct().count() > 1) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < clouds.size(); i++) {
          parts.add(shown(byCloud.get(i), name) + " on " + clouds.get(i).name());
        }
        sentences.add("%s differs: %s".formatted(name, String.join(", ", parts)));
      }
    }
    return sentences;
  }

  private static String shown(Map<String, String> values, String name) {
    String value = values.get(name);
    return value == null ? "absent" : "'" + value + "'";
  }
}
