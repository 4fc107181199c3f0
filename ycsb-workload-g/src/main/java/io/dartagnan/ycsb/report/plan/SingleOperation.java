package io.dartagnan.ycsb.report.plan;

import io.dartagnan.ycsb.workload.Keys;
import io.dartagnan.ycsb.workload.OperationKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.workloads.CoreWorkload;

/**
 * Operations that S measures one at a time (section VI.B, table III), each with uniform and with
 * zipfian requests. They are runs of one workload's file, which differ in a few properties.
 */
public enum SingleOperation {
  INS(OperationKind.INSERT, "std", "det", "ope"),
  READ(OperationKind.READ, "det", "ope"),
  RMW(OperationKind.READ_MODIFY_WRITE, "det", "ope"),
  SCAN(OperationKind.SCAN, "ope"),
  /** An equality filter. */
  QEF(OperationKind.FILTER_EQUAL, "det", "ope"),
  /** A range filter. */
  QRF(OperationKind.FILTER_RANGE, "ope");

  /** The distributions of requests, in S's order. */
  public static final List<String> DISTRIBUTIONS = List.of("uniform", "zipfian");

  static final String FILE = "safenosql-operation";

  /** Unstated in S, whose range filters are as many as its scans: they end as those do. */
  private static final int ROWS_OF_RANGE = 50;

  private final OperationKind kind;
  private final List<String> schemes;

  SingleOperation(OperationKind kind, String... schemes) {
    this.kind = kind;
    this.schemes = List.of(schemes);
  }

  /** The schemes with which S measures it. */
  public List<String> schemes() {
    return schemes;
  }

  /** The name of the workload with such requests. */
  public String workload(String distribution) {
    return "%s-%s-%s".formatted(FILE, name().toLowerCase(Locale.ROOT), distribution);
  }

  /** The operation of a workload of this name; empty if it is another. */
  public static Optional<SingleOperation> of(String workload) {
    return Arrays.stream(values())
        .filter(each -> DISTRIBUTIONS.stream().map(each::workload).anyMatch(workload::equals))
        .findFirst();
  }

  /** All workloads; those that make the table larger come last, so that it is loaded anew less. */
  static List<String> workloads() {
    List<String> workloads = new ArrayList<>();
    for (SingleOperation operation : List.of(READ, RMW, SCAN, QEF, QRF, INS)) {
      DISTRIBUTIONS.forEach(distribution -> workloads.add(operation.workload(distribution)));
    }
    return workloads;
  }

  /** The properties of a workload of one kind of operation. */
  static Map<String, String> alone(OperationKind kind) {
    Map<String, String> options = new LinkedHashMap<>();
    Stream.of(OperationKind.values()).forEach(each -> options.put(each.proportion(), "0"));
    options.put(kind.proportion(), "1");
    return options;
  }

  /** The properties in which the workload of this name differs from the file. */
  Map<String, String> options(String workload) {
    Map<String, String> options = alone(kind);
    options.put(
        CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY,
        workload.substring(workload.lastIndexOf('-') + 1));
    if (this == QRF) {
      options.put(Keys.FILTER_LIMIT, Integer.toString(ROWS_OF_RANGE));
    }
    return options;
  }
}
