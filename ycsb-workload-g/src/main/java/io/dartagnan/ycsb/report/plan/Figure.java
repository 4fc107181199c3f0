package io.dartagnan.ycsb.report.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Figures that a report draws anew: those of D, "d'Artagnan: A Trusted NoSQL Database on Untrusted
 * Clouds", of S, "A Practical Framework for Privacy-Preserving NoSQL Databases", and of W,
 * "Property Preserving Encryption in NoSQL Wide Column Stores".
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
  /** Operations one at a time, S figures 4 and 5 and table III. */
  OPERATIONS("S4"),
  /** Overheads by workload, S figure 6 and table V. */
  OVERHEADS("S6"),
  /** Queries of mails, W figure 3. */
  MAILS("W");

  private static final List<String> D = List.of("a", "b", "d", "e", "f", "g");

  /** The name of all figures of sealed columns together. */
  private static final String ALL_SEALED = "S";

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
                    "figure is '%s'; it is one of %s, or S for the last three"
                        .formatted(
                            id,
                            Arrays.stream(values())
                                .map(Figure::id)
                                .collect(Collectors.joining(", ")))));
  }

  /**
   * The figures that a command line means: the one of this name, or with {@code s} all of S and W.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static List<Figure> named(String id) {
    return id.equalsIgnoreCase(ALL_SEALED)
        ? Arrays.stream(values()).filter(Figure::isSealed).toList()
        : List.of(of(id));
  }

  /** Whether it is one of S or W, whose values are encrypted. */
  public boolean isSealed() {
    return this == OPERATIONS || this == OVERHEADS || this == MAILS;
  }

  /** Its workloads, in the order of measuring. */
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
      case OPERATIONS -> SingleOperation.workloads();
      case MAILS -> MailQuery.workloads();
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

  /**
   * The systems that it sets side by side for a workload. Those of S and W are plain HBase, the
   * same with tables that the client seals, where the scheme of an operation measured alone follows
   * a dash, and three clouds.
   */
  public List<String> systems(String workload) {
    if (!isSealed()) {
      return List.of("plain", "plain3", "safe");
    }
    List<String> systems = new ArrayList<>(List.of("plain"));
    SingleOperation.of(workload)
        .map(SingleOperation::schemes)
        .ifPresentOrElse(
            schemes -> schemes.forEach(scheme -> systems.add("safe1-" + scheme)),
            () -> systems.add("safe1"));
    systems.add("safe");
    return systems;
  }
}
