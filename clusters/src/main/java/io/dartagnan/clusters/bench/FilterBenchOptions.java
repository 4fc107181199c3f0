package io.dartagnan.clusters.bench;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of a measurement: what is loaded, and how often it is asked for. */
public final class FilterBenchOptions {
  private static final int QUICK_ROWS = 10_000;
  private static final int LEAST_ROWS = 1000;

  /** The compiler of the servers' JVMs is at work for about as long. */
  private static final Duration WARMING = Duration.ofSeconds(60);

  private static final Duration QUICK_WARMING = Duration.ofSeconds(5);

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows of the table, 1000 or more (default: 100000; with --clients 20000).")
  private Integer rows;

  @Option(
      names = "--scheme",
      paramLabel = "SCHEME",
      defaultValue = "additive",
      description = "additive, xor, replicated, std, det or ope (default: ${DEFAULT-VALUE}).")
  private String scheme;

  @Option(
      names = "--suite",
      paramLabel = "NAME",
      defaultValue = "araki",
      description = "The protocol suite (default: ${DEFAULT-VALUE}).")
  private String suite;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "5",
      description = "Measured runs of each question, their median is printed (default: 5).")
  private int runs;

  @Option(
      names = "--warming",
      paramLabel = "N",
      description =
          "Seconds for which each question is asked before it is measured, with --clients by each number of them (default: 60; 5 with --quick or --clients).")
  private Integer warming;

  @Option(
      names = "--questions",
      paramLabel = "NAME",
      split = ",",
      splitSynopsisLabel = ",",
      description =
          "Questions to measure: =, >=, and (of two columns), half (of the rows), count (default: all"
              + " but half).")
  private List<String> questions =
      Stream.of(Question.values())
          .filter(question -> question != Question.HALF)
          .map(Question::label)
          .toList();

  @Option(
      names = "--clients",
      paramLabel = "N",
      split = ",",
      splitSynopsisLabel = ",",
      description =
          "Measures filters by so many clients at a time, of one connection, instead of one.")
  private List<Integer> clients = List.of();

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "How long each number of clients asks (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(names = "--quick", description = "10000 rows, for a first look.")
  private boolean quick;

  /** Rows of the table. */
  int rows() {
    if (rows != null) {
      return rows;
    }
    int many = clients.isEmpty() ? 10 * QUICK_ROWS : 2 * QUICK_ROWS;
    return quick ? QUICK_ROWS : many;
  }

  String scheme() {
    return scheme;
  }

  String suite() {
    return suite;
  }

  int runs() {
    return runs;
  }

  /** For how long each question is asked before it is measured. */
  Duration warming() {
    if (warming != null) {
      return Duration.ofSeconds(warming);
    }
    return quick || !clients.isEmpty() ? QUICK_WARMING : WARMING;
  }

  /** In the order in which they are measured. */
  List<Question> questions() {
    return Stream.of(Question.values())
        .filter(question -> questions.contains(question.label()))
        .toList();
  }

  /** Numbers of clients at a time; empty for one question at a time. */
  List<Integer> clients() {
    return clients;
  }

  int seconds() {
    return seconds;
  }

  /**
   * Checks them.
   *
   * @throws ParameterException with what was given and what is allowed
   */
  public void require() {
    OptionBounds bounds = new OptionBounds(command);
    bounds.oneOf(
        "--questions", questions, Stream.of(Question.values()).map(Question::label).toList());
    bounds.atLeast("--rows", rows(), LEAST_ROWS);
    bounds.atLeast("--runs", runs, 1);
    bounds.atLeast("--seconds", seconds, 1);
    bounds.atLeast("--warming", Math.toIntExact(warming().toSeconds()), 0);
    clients.forEach(each -> bounds.atLeast("--clients", each, 1));
    bounds.scheme(scheme);
  }
}
