package io.dartagnan.clusters.bench;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of a measurement of single operations. */
public final class OpsBenchOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--operations",
      paramLabel = "NAME",
      split = ",",
      splitSynopsisLabel = ",",
      description =
          "Operations to measure: put, get, delete, scan100, scanAll, filterHalf, batch100, increment,"
              + " checkAndPut (default: all).")
  private List<String> operations =
      Stream.of(MeasuredOperation.values()).map(MeasuredOperation::label).toList();

  @Option(
      names = "--threads",
      paramLabel = "N",
      split = ",",
      splitSynopsisLabel = ",",
      defaultValue = "1,16",
      description = "Threads that perform operations at a time (default: ${DEFAULT-VALUE}).")
  private List<Integer> threads;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "20000",
      description = "Rows of the table, 1000 or more (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--turns",
      paramLabel = "N",
      defaultValue = "5",
      description = "Turns whose median is printed (default: ${DEFAULT-VALUE}).")
  private int turns;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "5",
      description =
          "Length of a turn for each system, and four times of one of batches (default:"
              + " ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--warming",
      paramLabel = "N",
      defaultValue = "20000",
      description =
          "Times that each system performs an operation before it is measured: the compilers of"
              + " five JVMs count calls, not seconds (default: ${DEFAULT-VALUE}).")
  private int warming;

  @Option(
      names = "--warming-seconds",
      paramLabel = "N",
      defaultValue = "30",
      description =
          "Seconds for which each system performs an operation at least before it is measured: the"
              + " compilers share the processors with what they compile (default:"
              + " ${DEFAULT-VALUE}).")
  private int warmingSeconds;

  @Option(
      names = "--scheme",
      paramLabel = "SCHEME",
      defaultValue = "additive",
      description =
          "additive, xor, replicated, std, det or ope (default: ${DEFAULT-VALUE}); xor columns have no increment.")
  private String scheme;

  @Option(
      names = "--tags",
      description = "Measure the clouds with a table whose values carry tags as well.")
  private boolean tags;

  @Option(
      names = "--one-cluster",
      description =
          "Measure the plain HBase with columns that the client encrypts as well; the scheme is then"
              + " std, det or ope.")
  private boolean oneCluster;

  boolean oneCluster() {
    return oneCluster;
  }

  boolean tags() {
    return tags;
  }

  /** In the order in which they are measured. */
  List<MeasuredOperation> operations() {
    return Stream.of(MeasuredOperation.values())
        .filter(operation -> operations.contains(operation.label()))
        .toList();
  }

  List<Integer> threads() {
    return threads;
  }

  int rows() {
    return rows;
  }

  int turns() {
    return turns;
  }

  int seconds() {
    return seconds;
  }

  /** Number of times that each system performs an operation before it is measured. */
  int warming() {
    return warming;
  }

  /** Seconds for which each system performs an operation at least before it is measured. */
  int warmingSeconds() {
    return warmingSeconds;
  }

  String scheme() {
    return scheme;
  }

  /**
   * Checks them.
   *
   * @throws ParameterException with what was given and what is allowed
   */
  public void require() {
    OptionBounds bounds = new OptionBounds(command);
    bounds.oneOf(
        "--operations",
        operations,
        Stream.of(MeasuredOperation.values()).map(MeasuredOperation::label).toList());
    threads.forEach(each -> bounds.atLeast("--threads", each, 1));
    bounds.atLeast("--rows", rows, 1000);
    bounds.atLeast("--turns", turns, 1);
    bounds.atLeast("--seconds", seconds, 1);
    bounds.atLeast("--warming", warming, 0);
    bounds.atLeast("--warming-seconds", warmingSeconds, 0);
    bounds.scheme(scheme);
    if (oneCluster) {
      bounds.oneOf("--scheme", List.of(scheme), List.of("std", "det", "ope"));
    }
  }
}
