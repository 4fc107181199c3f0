package io.dartagnan.ycsb.report.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Figures that a report draws anew: those of D, "d'Artagnan: A Trusted NoSQL Database on Untrusted
 * Clouds", and one of S, "A Practical Framework for Privacy-Preserving NoSQL Databases".
 */
public enum Figure {
  /** Throughput against latency, D figure 3. */
  THROUGHPUT("3"),
  /** Distribution of network use, D figure 4. */
  NETWORK("4"),
  /** Filters alone, against the number of rows, D figure 5. */
  FILTERS("5"),
  /** Clouds at a distance, D figure 6. */
  DISTANCE("6"),
  /** Overheads by workload, S figure 6 and table V. */
  OVERHEADS("S6");

  private static final List<String> D = List.of("a", "b", "d", "e", "f", "g");

  private final String id;

  Figure(String id) {
    this.id = id;
  }

  /** The name on the command line and in results. */
  @JsonValue
  public String id() {
    return id;
  }

  /**
   * The figure of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  @JsonCreator
  public static Figure of(String id) {
    return Arrays.stream(values())
        .filter(figure -> figure.id.equals(id.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "figure is '%s'; it is one of %s"
                        .formatted(
                            id,
                            Arrays.stream(values())
                                .map(Figure::id)
                                .collect(Collectors.joining(", ")))));
  }

  /** The files of its workloads, in the paper's order. */
  public List<String> workloads() {
    return switch (this) {
      case THROUGHPUT -> D.stream().map(letter -> "workload" + letter).toList();
      case NETWORK -> List.of("workloadg");
      case FILTERS -> List.of("filterequal", "filtergreater");
      case DISTANCE ->
          List.of(
              "workloada",
              "workloadb",
              "workloadd",
              "workloade",
              "workloadf",
              "workloadg",
              "filterequal");
      case OVERHEADS ->
          List.of(
              "safenosql-appointments-a",
              "safenosql-appointments-b",
              "safenosql-appointments-e1",
              "safenosql-appointments-f",
              "safenosql-appointments-g",
              "safenosql-patients-a",
              "safenosql-patients-b",
              "safenosql-patients-e2",
              "safenosql-patients-f",
              "safenosql-patients-h");
    };
  }

  /** The systems that it sets side by side: S has no client of three plain clusters. */
  public List<String> systems() {
    return this == OVERHEADS ? List.of("plain", "safe") : List.of("plain", "plain3", "safe");
  }
}
