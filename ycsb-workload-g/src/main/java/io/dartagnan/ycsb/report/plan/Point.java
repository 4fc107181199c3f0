package io.dartagnan.ycsb.report.plan;

import java.util.Locale;

/**
 * One measurement of a report: what is run, on which system, and for which time.
 *
 * @param figure that it belongs to
 * @param workload the name of its file
 * @param system {@code plain}, {@code plain3} or {@code safe}
 * @param rows that the table is loaded with
 * @param clients threads
 * @param delayMs one way, in milliseconds, between clouds and between client and clouds
 * @param repetition from 1
 */
public record Point(
    Figure figure,
    String workload,
    String system,
    long rows,
    int clients,
    int delayMs,
    int repetition) {

  /** The point without its system and repetition. */
  public record Subject(Figure figure, String workload, long rows, int clients, int delayMs) {}

  /** The point without its system and repetition. */
  public Subject subject() {
    return new Subject(figure, workload, rows, clients, delayMs);
  }

  /** The name of the table, which points of the same columns and rows share. */
  public String table() {
    String name = "appointments";
    if (workload.startsWith("safenosql-patients")) {
      name = "s-patients";
    } else if (workload.startsWith("safenosql-")) {
      name = "s-appointments";
    }
    return "report-%s-%d%s".formatted(name, rows, system.equals("plain3") ? "-plain3" : "");
  }

  /** The point in words, for people who wait for it. */
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "figure %s, %s on %s, %,d rows, %d client%s, %d ms, turn %d",
        figure.id(),
        workload,
        system,
        rows,
        clients,
        clients == 1 ? "" : "s",
        delayMs,
        repetition);
  }
}
