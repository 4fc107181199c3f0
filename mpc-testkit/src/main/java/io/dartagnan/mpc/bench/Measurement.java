package io.dartagnan.mpc.bench;

import java.util.Locale;

/**
 * One workload, measured.
 *
 * @param exchange how the parties reached each other
 * @param rows rows per second
 * @param bytes what the three parties sent per repetition
 * @param allocated what their threads allocated per repetition, in bytes
 */
record Measurement(String exchange, Workload workload, Spread rows, long bytes, long allocated) {

  /**
   * Measures a workload and checks every result, those of the warm-up included.
   *
   * @throws WrongResultException if one is not what plaintext gives
   */
  static Measurement of(String exchange, Sessions sessions, Workload workload, Effort effort) {
    int lanes = workload.inputs().lanes();
    long[] bytes = new long[1];
    long[] allocated = new long[1];
    Spread rows =
        effort.measure(
            () -> {
              Sessions.Run<long[]> run = sessions.run(workload.inputs().batches(), workload.side());
              workload.check(run);
              bytes[0] = run.bytes();
              allocated[0] = run.allocated();
              return lanes * 1e9 / run.nanos();
            });
    return new Measurement(exchange, workload, rows, bytes[0], allocated[0]);
  }

  /** Line that the bench prints. */
  String line() {
    int lanes = workload.inputs().lanes();
    return String.format(
        Locale.ROOT,
        "%s exchange=%s lanes=%d rows_per_s=%.0f bytes_per_row=%.2f rounds=%d allocated_per_row=%.0f spread=%.0f..%.0f",
        workload,
        exchange,
        lanes,
        rows.median(),
        (double) bytes / lanes,
        workload.cost().get().rounds(),
        (double) allocated / lanes,
        rows.slowest(),
        rows.fastest());
  }
}
