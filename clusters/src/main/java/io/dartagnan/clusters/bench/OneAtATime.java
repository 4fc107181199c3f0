package io.dartagnan.clusters.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Measurement of one question at a time. The systems are asked in turns, so that a busy machine
 * slows all of them.
 */
final class OneAtATime {
  private static final int LEAST_WARMING_RUNS = 3;

  /** New connections that are measured at least: they differ more than answers do. */
  private static final int LEAST_FIRST_RUNS = 15;

  /** Part of the time for questions in which connections are opened before they are measured. */
  private static final int FIRST_WARMING_PART = 4;

  /** Runs that may be needed until share columns are built beside them. */
  private static final int MOST_WARMING_RUNS = 30;

  /** Time for them where runs are short: what clouds tell of themselves is seconds old. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final FilterBenchOptions options;
  private final MeasuredRows rows;
  private final MeasuredFolders folders;
  private final CloudGauges gauges;
  private final List<Turn> turns;

  /** A system, and how it is asked. */
  private record Turn(MeasuredSystem system, boolean byShareColumns) {}

  /**
   * A measurement.
   *
   * @param plain one plain HBase
   * @param plain3 three of them
   * @param safe the three clouds
   * @param folders the systems' configurations, for connections of their own
   */
  OneAtATime(
      FilterBenchOptions options,
      MeasuredRows rows,
      MeasuredSystem plain,
      MeasuredSystem plain3,
      MeasuredSystem safe,
      MeasuredFolders folders,
      CloudGauges gauges) {
    this.options = options;
    this.rows = rows;
    this.folders = folders;
    this.gauges = gauges;
    this.turns =
        List.of(
            new Turn(plain, true),
            new Turn(plain3, true),
            new Turn(safe, false),
            new Turn(safe, true));
  }

  void run() throws IOException {
    for (Question question : Question.values()) {
      System.err.println("measuring " + question.label() + " ...");
      run(question);
    }
  }

  private void run(Question question) throws IOException {
    awaitShareColumns(question);
    warmUp(question);
    long[][] nanos = new long[turns.size()][options.runs()];
    for (int run = 0; run < options.runs(); run++) {
      for (int turn = 0; turn < turns.size(); turn++) {
        nanos[turn][run] = time(turns.get(turn), question);
      }
    }
    long[][] first = firstAnswers(question);
    double plain = Median.seconds(nanos[0]);
    double plain3 = Median.seconds(nanos[1]);
    double cold = Median.seconds(nanos[2]);
    double secure = Median.seconds(nanos[3]);
    System.out.printf(
        Locale.ROOT,
        "rows=%d scheme=%s op=%s plain_s=%.4f plain3_s=%.4f secure_cold_s=%.4f secure_s=%.4f ratio1=%.2f ratio3=%.2f cold_ratio3=%.2f heap_bytes_per_row=%.1f plain_first_s=%.4f secure_first_s=%.4f%n",
        rows.count(),
        options.scheme(),
        question.label(),
        plain,
        plain3,
        cold,
        secure,
        secure / plain,
        secure / plain3,
        cold / plain3,
        (double) gauges.mostColumnBytes() / rows.count(),
        Median.seconds(first[0]),
        Median.seconds(first[1]));
  }

  /** Times of first answers to new connections: of plain HBase, and of the clouds. */
  private long[][] firstAnswers(Question question) throws IOException {
    long until = System.nanoTime() + options.warming().toNanos() / FIRST_WARMING_PART;
    for (int run = 0; run < LEAST_FIRST_RUNS || System.nanoTime() < until; run++) {
      timeFirst(folders::openPlain, question);
      timeFirst(folders::openSafe, question);
    }
    int runs = Math.max(LEAST_FIRST_RUNS, options.runs());
    long[][] nanos = new long[2][runs];
    for (int run = 0; run < runs; run++) {
      nanos[0][run] = timeFirst(folders::openPlain, question);
      nanos[1][run] = timeFirst(folders::openSafe, question);
    }
    return nanos;
  }

  private void warmUp(Question question) throws IOException {
    long until = System.nanoTime() + options.warming().toNanos();
    for (int run = 0; run < LEAST_WARMING_RUNS || System.nanoTime() < until; run++) {
      for (Turn turn : turns) {
        time(turn, question);
      }
    }
  }

  /** Asks until all three clouds answer from share columns, which they build meanwhile. */
  private void awaitShareColumns(Question question) throws IOException {
    Turn safe = turns.get(turns.size() - 1);
    List<Long> before = gauges.columnHits();
    long until = System.nanoTime() + LONGEST_WAIT.toNanos();
    for (int run = 0; run < MOST_WARMING_RUNS || System.nanoTime() < until; run++) {
      time(safe, question);
      List<Long> now = gauges.columnHits();
      boolean all = true;
      for (int cloud = 0; cloud < now.size(); cloud++) {
        all &= now.get(cloud) > before.get(cloud);
      }
      if (all) {
        return;
      }
    }
    System.err.println("the clouds keep no share columns for this question; secure_s is without");
  }

  /** Opens a system. */
  @FunctionalInterface
  private interface Opener {
    MeasuredSystem open() throws IOException;
  }

  /** The time from opening a connection to the end of its first answer. */
  private long timeFirst(Opener opener, Question question) throws IOException {
    long start = System.nanoTime();
    try (MeasuredSystem fresh = opener.open()) {
      long answer = fresh.ask(question);
      long time = System.nanoTime() - start;
      WrongAnswerException.requireRight(fresh, question, answer, rows);
      return time;
    }
  }

  private long time(Turn turn, Question question) throws IOException {
    long start = System.nanoTime();
    long answer = turn.system.ask(question, turn.byShareColumns);
    long time = System.nanoTime() - start;
    WrongAnswerException.requireRight(turn.system, question, answer, rows);
    return time;
  }
}
