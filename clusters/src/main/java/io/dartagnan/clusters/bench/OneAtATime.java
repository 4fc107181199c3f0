package io.dartagnan.clusters.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Measurement of one question at a time. The systems are asked in turns, so that a busy machine
 * slows all of them.
 */
final class OneAtATime {
  private static final int WARMING_RUNS = 3;

  private final FilterBenchOptions options;
  private final MeasuredRows rows;
  private final List<MeasuredSystem> systems;
  private final Path safeFolder;

  /**
   * A measurement.
   *
   * @param systems plain, three plain ones, the clouds
   * @param safeFolder the clouds' configuration, for connections of its own
   */
  OneAtATime(
      FilterBenchOptions options,
      MeasuredRows rows,
      List<MeasuredSystem> systems,
      Path safeFolder) {
    this.options = options;
    this.rows = rows;
    this.systems = systems;
    this.safeFolder = safeFolder;
  }

  void run() throws IOException {
    for (Question question : Question.values()) {
      System.err.println("measuring " + question.label() + " ...");
      run(question);
    }
  }

  private void run(Question question) throws IOException {
    double cold;
    try (MeasuredSystem fresh = MeasuredSystem.safe(safeFolder)) {
      cold = Median.seconds(new long[] {time(fresh, question)});
    }
    long[][] nanos = new long[systems.size()][options.runs()];
    for (int run = -WARMING_RUNS; run < options.runs(); run++) {
      for (int system = 0; system < systems.size(); system++) {
        long time = time(systems.get(system), question);
        if (run >= 0) {
          nanos[system][run] = time;
        }
      }
    }
    double plain = Median.seconds(nanos[0]);
    double plain3 = Median.seconds(nanos[1]);
    double secure = Median.seconds(nanos[2]);
    System.out.printf(
        Locale.ROOT,
        "rows=%d scheme=%s op=%s plain_s=%.4f plain3_s=%.4f secure_cold_s=%.4f secure_s=%.4f ratio1=%.2f ratio3=%.2f%n",
        rows.count(),
        options.scheme(),
        question.label(),
        plain,
        plain3,
        cold,
        secure,
        secure / plain,
        secure / plain3);
  }

  private long time(MeasuredSystem system, Question question) throws IOException {
    long start = System.nanoTime();
    long answer = system.ask(question);
    long time = System.nanoTime() - start;
    WrongAnswerException.requireRight(system, question, answer, rows);
    return time;
  }
}
