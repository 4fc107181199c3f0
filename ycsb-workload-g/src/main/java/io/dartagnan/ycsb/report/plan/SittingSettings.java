package io.dartagnan.ycsb.report.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Settings of a sitting: everything but the figures that decides which points there are and for how
 * long each is measured.
 *
 * @param rows of the tables of figures 3, 4 and those of S, and the most of figure 5
 * @param seconds that each point is measured
 * @param networkSeconds that each point of figure 4 is measured
 * @param warmUpSeconds that are run before, and not measured
 * @param repetitions of every point
 * @param clients of figures 3 and 5
 * @param distanceClients of figure 6
 * @param distances in milliseconds, one way, of figure 6
 * @param seed of the tables' contents
 * @param mails where those of figure W are, null if it is not measured
 * @param mailCount how many there are
 * @param encrypted whether all clusters alike speak HBase's own TLS with their clients
 */
public record SittingSettings(
    long rows,
    int seconds,
    int networkSeconds,
    int warmUpSeconds,
    int repetitions,
    List<Integer> clients,
    int distanceClients,
    List<Integer> distances,
    long seed,
    String mails,
    long mailCount,
    boolean encrypted) {

  private static final long LEAST_ROWS = 1_000;
  private static final long MOST_DISTANT_ROWS = 100_000;
  private static final int DISTANT_CLIENTS = 32;
  private static final int NETWORK_FACTOR = 3;
  private static final int MOST_REPETITIONS = 100;

  public SittingSettings {
    clients = List.copyOf(clients);
    distances = List.copyOf(distances);
  }

  /**
   * The settings that a call asks for, with HBase's own TLS.
   *
   * @param quick whether what is not given is chosen for a sitting of minutes
   * @param clients empty for the default
   */
  public static SittingSettings of(
      boolean quick,
      Optional<Long> rows,
      Optional<Integer> seconds,
      List<Integer> clients,
      long seed) {
    List<String> reasons = new ArrayList<>();
    rows.filter(given -> given < LEAST_ROWS || given > 100_000_000)
        .ifPresent(given -> reasons.add("--rows is %d; it is 1000 to 100000000".formatted(given)));
    seconds
        .filter(given -> given < 1 || given > 86_400)
        .ifPresent(given -> reasons.add("--seconds is %d; it is 1 to 86400".formatted(given)));
    clients.stream()
        .filter(given -> given < 1 || given > 10_000)
        .forEach(given -> reasons.add("--clients has %d; each is 1 to 10000".formatted(given)));
    if (!reasons.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", reasons));
    }
    int measured = seconds.orElse(quick ? 2 : 10);
    List<Integer> ordered = clients.stream().distinct().sorted().toList();
    return new SittingSettings(
        rows.orElse(quick ? 10_000L : 100_000L),
        measured,
        measured * NETWORK_FACTOR,
        quick ? 1 : Math.min(measured, 3),
        quick ? 2 : 3,
        ordered.isEmpty() ? (quick ? List.of(1, 8) : List.of(1, 4, 16, 64)) : ordered,
        ordered.isEmpty() ? DISTANT_CLIENTS : ordered.get(ordered.size() - 1),
        quick ? List.of(1, 12) : List.of(1, 5, 12),
        seed,
        null,
        0,
        true);
  }

  /** The same without HBase's own TLS. */
  public SittingSettings unencrypted() {
    return changed(repetitions, mails, mailCount, false);
  }

  /**
   * The same with so many repetitions of every point.
   *
   * @throws IllegalArgumentException unless they are 1 to 100
   */
  public SittingSettings repeated(int times) {
    if (times < 1 || times > MOST_REPETITIONS) {
      throw new IllegalArgumentException(
          "--turns is %d; it is 1 to %d".formatted(times, MOST_REPETITIONS));
    }
    return changed(times, mails, mailCount, encrypted);
  }

  /** The same with mails, for figure W. */
  public SittingSettings withMails(String path, long count) {
    return changed(repetitions, path, count, encrypted);
  }

  private SittingSettings changed(
      int newRepetitions, String newMails, long newMailCount, boolean newEncrypted) {
    return new SittingSettings(
        rows,
        seconds,
        networkSeconds,
        warmUpSeconds,
        newRepetitions,
        clients,
        distanceClients,
        distances,
        seed,
        newMails,
        newMailCount,
        newEncrypted);
  }

  /** Rows of figure 5, ten times as many at each step. */
  List<Long> filterRows() {
    List<Long> steps = new ArrayList<>();
    for (long step = LEAST_ROWS; step < rows; step *= 10) {
      steps.add(step);
    }
    steps.add(rows);
    return steps;
  }

  /** Rows of figure 6: at most as many as D has there. */
  long distantRows() {
    return Math.min(rows, MOST_DISTANT_ROWS);
  }

  /** Rows of figure W: a mail each. */
  long mailRows() {
    return Math.min(rows, mailCount);
  }

  /** Seconds that a point is measured. */
  public int secondsOf(Point point) {
    return point.figure() == Figure.NETWORK ? networkSeconds : seconds;
  }

  /** Seconds that a point is run before: in later turns everything has run already. */
  public int warmUpSecondsOf(Point point) {
    return point.repetition() == 1 ? warmUpSeconds : warmUpSeconds / 2;
  }
}
