package io.dartagnan.ycsb.report.plan;

import io.dartagnan.ycsb.hbase.ClusterSettings;
import io.dartagnan.ycsb.hbase.TableCreation;
import io.dartagnan.ycsb.workload.Keys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One measurement of a report: what is run, on which system, and for which time.
 *
 * @param figure that it belongs to
 * @param workload its name, mostly its {@link #file}'s
 * @param system {@code plain}, {@code plain3}, {@code safe} or {@code safe1}; behind a dash the one
 *     scheme that seals something there
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
    if (figure == Figure.MAILS) {
      name = "mails";
    } else if (workload.startsWith("safenosql-patients")) {
      name = "s-patients";
    } else if (workload.startsWith("safenosql-")) {
      name = "s-appointments";
    }
    // Of three clouds and of plain HBase they are on different clusters.
    boolean apart = !List.of("plain", "safe").contains(system);
    return "report-%s-%d%s".formatted(name, rows, apart ? "-" + system : "");
  }

  /** The name of the workload's file. */
  public String file() {
    if (SingleOperation.of(workload).isPresent()) {
      return SingleOperation.FILE;
    }
    return MailQuery.of(workload).isPresent() ? MailQuery.FILE : workload;
  }

  /** What runs it: the system without its scheme. */
  public String target() {
    return system.split("-")[0];
  }

  /** The properties in which its table and its runs differ from the file. */
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(ClusterSettings.SYSTEM, target());
    SingleOperation.of(workload)
        .ifPresent(operation -> options.putAll(operation.options(workload)));
    MailQuery.of(workload).ifPresent(query -> options.putAll(query.options()));
    if (figure.isSealed() && system.equals("safe")) {
      options.put(Keys.SCHEME, TableCreation.SHARED_AS_IN_PAPER);
    } else if (system.equals("safe1")) {
      options.put(Keys.SCHEME, TableCreation.AS_IN_PAPER);
      options.put(Keys.KEY_SCHEME, figure == Figure.MAILS ? "plain" : "det");
    } else if (target().equals("safe1")) {
      options.put(Keys.SCHEME, "plain");
      options.put(Keys.KEY_SCHEME, system.substring(system.indexOf('-') + 1));
    }
    return options;
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
