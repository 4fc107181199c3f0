package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.Point;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Values that the papers state in prose and tables; they publish no plotted points. D is Pontes,
 * Maia, Vilaça, Machado, "d'Artagnan: A Trusted NoSQL Database on Untrusted Clouds"; S is Macedo
 * and others, "A Practical Framework for Privacy-Preserving NoSQL Databases" (SafeNoSQL).
 */
final class PaperValues {
  /**
   * Throughput in S table V, in operations per second.
   *
   * @param baseline plain HBase
   * @param safe protected
   */
  record Throughputs(double baseline, double safe) {
    /** Throughput lost, in percent. */
    double overhead() {
      return 100 * (1 - safe / baseline);
    }
  }

  /** Workloads of D figure 6 of which it states the greatest overhead, and not each one's own. */
  private static final List<String> AT_MOST =
      List.of("workloada", "workloadb", "workloadd", "workloade", "workloadf");

  private static final Map<String, Throughputs> TABLE_V = new LinkedHashMap<>();

  static {
    TABLE_V.put("safenosql-appointments-a", new Throughputs(400.36, 292.396));
    TABLE_V.put("safenosql-appointments-b", new Throughputs(421.183, 389.056));
    TABLE_V.put("safenosql-appointments-e1", new Throughputs(6.370, 6.843));
    TABLE_V.put("safenosql-appointments-f", new Throughputs(277.306, 221.253));
    TABLE_V.put("safenosql-appointments-g", new Throughputs(8.567, 6.617));
    TABLE_V.put("safenosql-patients-a", new Throughputs(331.014, 332.467));
    TABLE_V.put("safenosql-patients-b", new Throughputs(326.441, 313.042));
    TABLE_V.put("safenosql-patients-e2", new Throughputs(.089, .055));
    TABLE_V.put("safenosql-patients-f", new Throughputs(221.154, 211.308));
    TABLE_V.put("safenosql-patients-h", new Throughputs(.066, .056));
  }

  private PaperValues() {}

  /** The name of the workload of a file, as the papers write it. */
  static String name(String file) {
    if (file.startsWith("safenosql-")) {
      String[] parts = file.split("-");
      return "%s %s"
          .formatted(parts[1].equals("patients") ? "Patients" : "Appointments", letter(parts[2]));
    }
    return switch (file) {
      case "filterequal" -> "filter =";
      case "filtergreater" -> "filter >=";
      default -> letter(file.replace("workload", ""));
    };
  }

  private static String letter(String suffix) {
    return suffix.replaceFirst("(\\d)", "-$1").toUpperCase(Locale.ROOT);
  }

  /** The throughputs of a workload in S table V. */
  static Optional<Throughputs> tableV(String workload) {
    return Optional.ofNullable(TABLE_V.get(workload));
  }

  /** The overhead that a paper states, for a table. */
  static String overheadText(Point.Subject subject) {
    boolean bound = subject.figure() == Figure.DISTANCE && AT_MOST.contains(subject.workload());
    return overhead(subject)
        .map(value -> String.format(Locale.ROOT, "%s%.0f %%", bound ? "at most " : "", value))
        .orElse("-");
  }

  /**
   * The overhead in percent that a paper states for the same workload, and for the same rows where
   * it is about rows; the greatest where it states no other.
   */
  static Optional<Double> overhead(Point.Subject subject) {
    return switch (subject.figure()) {
      case THROUGHPUT ->
          switch (subject.workload()) {
            case "workloadb" -> Optional.of(100 * (1 - 17.0 / 49));
            case "workloadg" -> Optional.of(100 * (1 - 5.0 / 33));
            default -> Optional.empty();
          };
      case NETWORK -> Optional.empty();
      case FILTERS -> filters(subject);
      case DISTANCE -> distance(subject.workload());
      case OVERHEADS -> tableV(subject.workload()).map(Throughputs::overhead);
    };
  }

  private static Optional<Double> filters(Point.Subject subject) {
    if (subject.rows() == 1_000) {
      double safe = subject.workload().equals("filterequal") ? 310 : 52;
      return Optional.of(100 * (1 - safe / 2_431));
    }
    return subject.rows() >= 100_000 ? Optional.of(99.0) : Optional.empty();
  }

  private static Optional<Double> distance(String workload) {
    return switch (workload) {
      case "workloada", "workloadb" -> Optional.of(95.0);
      case "workloadd", "workloade", "workloadf" -> Optional.of(43.0);
      case "workloadg" -> Optional.of(100 * (1 - 21.48 / 38.53));
      case "filterequal" -> Optional.of(39.0);
      default -> Optional.empty();
    };
  }

  /** A paper's words on a figure, sentence by sentence. */
  static List<String> prose(Figure figure) {
    return switch (figure) {
      case THROUGHPUT ->
          List.of(
              "D, baseline one HBase of two RegionServers, 1 million rows, 1 to 256 clients: B reaches 17 K op/s where HBase reaches 49 K; 2.88 times is the worst overhead of the YCSB workloads.",
              "D: from 32 to 256 clients throughput of A grows by 10 % and its latency by 87 %.",
              "D: G reaches 5 op/s at a latency of 78 s where HBase reaches 33 op/s at 10 s (6.6 times).",
              "D's machines: ten with four cores of 3.7 GHz and 8 GB, 1 Gbit/s, 0.3 ms.");
      case NETWORK ->
          List.of(
              "D, G with one client: the network carries less than 140 MB/s in 10 % of the time; processors are at most 30 % busy.");
      case FILTERS ->
          List.of(
              "D, 1 K rows: = reaches 310 op/s, >= 52 op/s, HBase 2,431 op/s, which is its = for both; the baseline here is HBase's own = and >=.",
              "D, 100 K and 1 M rows: 99 % overhead.");
      case DISTANCE ->
          List.of(
              "D, across clouds with 1 to 12 ms between them, 32 clients, 100 K rows: A and B have at most 95 % overhead (797 op/s; HBase 10 K op/s on B); D, E and F at most 43 %; G reaches 21.48 op/s where HBase reaches 38.53 (44 %); = has 39 %.",
              "D's virtual machines: 4 vCPU, the client 1 vCPU, 1 to 3 Gbit/s.");
      case OVERHEADS ->
          List.of(
              "S, table V, 10 million rows, one client, encryption on one cluster; here every column is shared by xor on three clouds.");
    };
  }
}
