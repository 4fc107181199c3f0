package io.dartagnan.cli.doctor;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.hadoop.hbase.util.Bytes;

/** Differences between what the clouds hold under the same names. */
final class Differences {

  private final List<CloudFacts> clouds;
  private final List<SortedMap<String, String>> byCloud;

  /**
   * Values to compare.
   *
   * @param values those of a cloud, by name
   */
  Differences(List<CloudFacts> clouds, Function<CloudFacts, SortedMap<String, String>> values) {
    this.clouds = clouds;
    this.byCloud = clouds.stream().map(values).toList();
  }

  /** Values of a descriptor, as text. */
  static SortedMap<String, String> text(Map<Bytes, Bytes> values) {
    SortedMap<String, String> text = new TreeMap<>();
    values.forEach(
        (key, value) ->
            text.put(
                Bytes.toStringBinary(key.copyBytes()),
                new String(value.copyBytes(), StandardCharsets.UTF_8)));
    return text;
  }

  /**
   * A finding for every name whose value is not the same on all clouds.
   *
   * @param subject whose values they are
   */
  List<Finding> findings(String check, String subject) {
    TreeSet<String> names = new TreeSet<>();
    byCloud.forEach(values -> names.addAll(values.keySet()));
    List<Finding> findings = new ArrayList<>();
    for (String name : names) {
      if (byCloud.stream().map(values -> shown(values, name)).distinct().count() > 1) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < clouds.size(); i++) {
          parts.add(shown(byCloud.get(i), name) + " on " + clouds.get(i).name());
        }
        findings.add(
            new Finding(
                check,
                subject,
                "%s differs: %s".formatted(name, String.join(", ", parts)),
                "set it alike on each cloud by itself, with 'alter' of HBase's shell"));
      }
    }
    return findings;
  }

  private static String shown(Map<String, String> values, String name) {
    String value = values.get(name);
    return value == null ? "absent" : "'" + value + "'";
  }
}
