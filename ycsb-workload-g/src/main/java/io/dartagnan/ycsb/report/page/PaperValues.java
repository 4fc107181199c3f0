package io.dartagnan.ycsb.report.page;

import static io.dartagnan.ycsb.report.page.Repeated.MeasuredSystem.PLAIN;
import static io.dartagnan.ycsb.report.page.Repeated.MeasuredSystem.SAFE1;
import static io.dartagnan.ycsb.report.page.Repeated.MeasuredSystem.SAFE1_DET;
import static io.dartagnan.ycsb.report.page.Repeated.MeasuredSystem.SAFE1_OPE;
import static io.dartagnan.ycsb.report.page.Repeated.MeasuredSystem.SAFE1_STD;

import io.dartagnan.ycsb.report.page.Repeated.MeasuredSystem;
import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.MailQuery;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.plan.SingleOperation;
import java.util.EnumMap;
import java.util.HashMap;
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
   * What S states of a workload on a system.
   *
   * @param throughput in operations per second
   * @param latency in milliseconds
   */
  record Stated(double throughput, double latency) {}

  /** Workloads of D figure 6 of which it states the greatest overhead, and not each one's own. */
  private static final List<String> AT_MOST =
      List.of("workloada", "workloadb", "workloadd", "workloade", "workloadf");

  /** S table III: throughput and latency of HBase, STD, DET and OPE. */
  private static final String TABLE_III =
      """
      operation-ins-uniform  333.835 2.033   327.228 2.993   329.315 2.973   120.438 8.234
      operation-ins-zipfian  334.255 2.928   325.061 3.015   331.907 2.951   121.082 8.191
      operation-read-uniform 532.071 1.874   - -             476.395 2.093   124.83  8.001
      operation-read-zipfian 614.828 1.624   - -             546.04  1.828   136.988 7.288
      operation-rmw-uniform  183.432 5.582   - -             184.304 5.630   89.02   11.998
      operation-rmw-zipfian  204.391 5.105   - -             197.209 5.313   90.579  12.056
      operation-scan-uniform 69.576  14.447  - -             - -             2.994   333.716
      operation-scan-zipfian 79.095  12.666  - -             - -             2.998   333.176
      operation-qef-uniform  0.043 26675.757 - -             0.033 29821.832 0.042   23816.373
      operation-qef-zipfian  0.043 23404.915 - -             0.032 30228.441 0.045   22355.588
      operation-qrf-uniform  70.234  14.502  - -             - -             2.893   345.251
      operation-qrf-zipfian  78.537  12.912  - -             - -             2.906   343.964
      """;

  /** S table V: throughput and latency of HBase and of SafeNoSQL. */
  private static final String TABLE_V =
      """
      appointments-a  400.36  2.502      292.396 3.425
      appointments-b  421.183 2.377      389.056 2.597
      appointments-e1 6.370   157.703    6.843   151.533
      appointments-f  277.306 3.10       221.253 4.521
      appointments-g  8.567   125.278    6.617   159.074
      patients-a      331.014 3.024      332.467 3.022
      patients-b      326.441 3.078      313.042 3.199
      patients-e2     0.089   11284.588  0.055   18196.153
      patients-f      221.154 4.534      211.308 4.740
      patients-h      0.066   15219.327  0.056   18354.071
      """;

  private static final Map<String, Map<MeasuredSystem, Stated>> OF_S = new HashMap<>();

  static {
    read(TABLE_III, List.of(PLAIN, SAFE1_STD, SAFE1_DET, SAFE1_OPE));
    read(TABLE_V, List.of(PLAIN, SAFE1));
  }

  private static void read(String table, List<MeasuredSystem> systems) {
    for (String line : table.lines().toList()) {
      String[] words = line.split(" +");
      Map<MeasuredSystem, Stated> stated = new EnumMap<>(MeasuredSystem.class);
      for (int at = 0; at < systems.size(); at++) {
        if (!words[1 + 2 * at].equals("-")) {
          stated.put(
              systems.get(at),
              new Stated(
                  Double.parseDouble(words[1 + 2 * at]), Double.parseDouble(words[2 + 2 * at])));
        }
      }
      OF_S.put("safenosql-" + words[0], stated);
    }
  }

  private PaperValues() {}

  /** The name of the workload of a file, as the papers write it. */
  static String name(String file) {
    Optional<SingleOperation> single = SingleOperation.of(file);
    if (single.isPresent()) {
      return "%s, %s".formatted(single.get(), file.substring(file.lastIndexOf('-') + 1));
    }
    Optional<MailQuery> query = MailQuery.of(file);
    if (query.isPresent()) {
      return query.get().name();
    }
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

  /** What S states of a workload on a system, in table III or V. */
  static Optional<Stated> stated(String workload, MeasuredSystem system) {
    return Optional.ofNullable(OF_S.getOrDefault(workload, Map.of()).get(system));
  }

  /** The title of the section of a figure. */
  static String title(Figure figure) {
    return switch (figure) {
      case THROUGHPUT -> "Figure 3 of D: throughput against latency";
      case NETWORK -> "Figure 4 of D: distribution of network use";
      case FILTERS -> "Figure 5 of D: filters against the number of rows";
      case DISTANCE -> "Figure 6 of D: clouds at a distance";
      case OPERATIONS -> "Figures 4 and 5 and table III of S: operations one at a time";
      case OVERHEADS -> "Figure 6 and table V of S: mixes of operations";
      case MAILS -> "Figure 3 of W: queries of mails";
    };
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
      case OPERATIONS, OVERHEADS, MAILS -> Optional.empty();
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
      case OPERATIONS ->
          List.of(
              "S, section VI.B, 10 million appointments, one client, four region servers: all values are plain, and the row key alone is encrypted. Rows with STD keys are only written, and DET keys have no ranges.",
              "Here it is the row key as well, on the same HBase as the plain one, but with STD, of which no table here has keys: there Appointment:Date, 14 bytes, is sealed. Only the cells that S has are measured. A table with DET keys is read whole for a filter that begins at a row. Three clouds have the table of figure 6: row keys in the clear, what S only stores sealed (std), what its clouds compare shared by xor.",
              "A slip of S: it gives INS on HBase a latency of 2.033 ms beside 333.8 op/s, which is 2.9 ms.");
      case MAILS ->
          List.of(
              "W, section 6.2, up to 10,000 mails of Enron, onions of encryption on one HBase: Q1 asks for a sender, Q2 for mails above a size, Q3 for a word, Q4 for all three, Q5 for a sender in a time with words of subject and body. With its profile for reading each takes less than 1 s from the second time on; W plots the times, and states no more of them.",
              "Here words are not asked for, which one cluster could not find: Q3 is left out, and Q4 and Q5 are without their words. Nor are there onions: senders are sealed as det, dates and sizes as ope, which is how W's columns are from the second time on. Subjects and bodies are sealed as std, and come with every mail of an answer. On three clouds what is compared is shared by xor. The mails are others than W's.");
      case OVERHEADS ->
          List.of(
              "S, section VI.C, 10 million rows, one client, zipfian: tables I and II encrypted on one cluster, of which S says that it costs 14.03 % on Appointments and 12.29 % on Patients. S's rows grow from 1,552 to 1,756 bytes and from 1,526 to 1,888.",
              "Here the columns are sealed as in tables I and II, on the same HBase as the plain ones. Row keys are DET too, as in S, so that each scan of E-1 and E-2 reads the whole table, and the client sorts it. On three clouds row keys are in the clear, what S only stores is sealed (std), and what its clouds compare is shared by xor.",
              "Slips of S: E-2 loses 37.9 % in the text and 38.2 % in the table, H 15.42 % and 15.2 %; the mix of G sums to 95 %, and the missing 5 % are updates here.");
    };
  }
}
