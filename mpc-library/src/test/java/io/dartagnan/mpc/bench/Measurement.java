package io.dartagnan.mpc.bench;

import java.util.Locale;

/**
 * One workload, measured.
 *
 * @param exchange how the parties reached each other
 * @param rows rows per second
 * @param bytes what the three parties sent per repetition
 */
record Measurement(String exchange, Workload workload, Spread rows, long bytes) {

  /**
   * Measures a workload and checks every result, those of the warm-up included.
   *
   * @throws WrongResultException if one is not what plaintext gives
   */
  static Measurement of(String exchange, Sessions sessions, Workload workload, Effort effort) {
    int lanes = workload.inputs().lanes();
    long[] bytes = new long[1];
    Spread rows =
        effort.measure(
            () -> {
              Sessions.Run<long[]> run = sessions.run(workload.inputs().batches(), workload.side());
              workload.check(run);
              bytes[0] = run.bytes();
              return lanes * 1e9 / run.nanos();
            });
    return new Measurement(exchange, workload, rows, bytes[0]);
  }

  /** What the bench prints. */
  String line() {
    int lanes = workload.inputs().lanes();
    return String.format(
        Locale.ROOT,
        "%s exchange=%s lanes=%d rows_per_s=%.0f bytes_per_row=%.2f rounds=%s spread=%.0f..%.0f",
        workload,
        exchange,
        lanes,
        rows.median(),
        (double) bytes / lanes,
        rounds(),
        rows.slowest(),
        rows.fastest());
  }

  private String rounds() {
    try {
      return String.valueOf(workload.cost().get().rounds());
    } catch (UnsupportedOperationException e) {
      return "?";
    }
  }
}
