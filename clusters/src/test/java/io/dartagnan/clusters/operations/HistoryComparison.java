package io.dartagnan.clusters.operations;

import io.dartagnan.client.settlement.WriteClock;
import io.dartagnan.clusters.operations.HistoryRun.Difference;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/** Comparison of histories on two connections, each history on tables of its own. */
public final class HistoryComparison {
  private static final int MOST_TRIALS = 120;

  private final Connection plain;
  private final Connection safe;
  private final Set<Gap> open;
  private final String prefix;
  private final boolean onOneCluster;
  private final AtomicInteger tables = new AtomicInteger();

  /**
   * A comparison.
   *
   * @param prefix of the tables' names
   */
  public HistoryComparison(Connection plain, Connection safe, String prefix) {
    this(plain, safe, Gap.open(), prefix, false);
  }

  HistoryComparison(
      Connection plain, Connection safe, Set<Gap> open, String prefix, boolean onOneCluster) {
    this.onOneCluster = onOneCluster;
    this.plain = plain;
    this.safe = safe;
    this.open = open;
    this.prefix = prefix;
  }

  /** A comparison of sealed columns on the very cluster that is plain HBase. */
  public static HistoryComparison onOneCluster(Connection plain, Connection safe, String prefix) {
    return new HistoryComparison(plain, safe, Gap.open(), prefix, true);
  }

  /** A run that has come to its end, or to the first difference. */
  public record Ended(HistoryRun run, Optional<Difference> difference) {}

  /** Runs a history on new tables, which are dropped. */
  public Ended compare(History history) throws IOException, InterruptedException {
    TableName name = TableName.valueOf(prefix + tables.getAndIncrement());
    TableName safeName = onOneCluster ? TableName.valueOf(name + "-sealed") : name;
    TableShape shape = history.shape();
    try {
      try (Admin admin = plain.getAdmin()) {
        admin.createTable(shape.plain(name), shape.plainSplits());
      }
      try (Admin admin = safe.getAdmin()) {
        admin.createTable(shape.declared(safeName, onOneCluster), shape.cloudSplits());
      }
      try (ComparedTable here = new ComparedTable(plain, name, System::currentTimeMillis);
          ComparedTable there = new ComparedTable(safe, safeName, WriteClock.PROCESS::now)) {
        HistoryRun run = new HistoryRun(history, open, here, there);
        return new Ended(run, run.run());
      }
    } finally {
      drop(plain, name);
      drop(safe, safeName);
    }
  }

  private static void drop(Connection connection, TableName name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (admin.tableExists(name)) {
        admin.disableTable(name);
        admin.deleteTable(name);
      }
    }
  }

  /** Steps of the smallest history found that still differs, and the outcomes of its last. */
  public String explain(History failing, Difference difference) throws Exception {
    HistoryShrinker shrinker =
        new HistoryShrinker(
            candidate ->
                compare(candidate).difference().map(Difference::step).stream()
                    .anyMatch(difference.step()::equals),
            MOST_TRIALS);
    History smallest = shrinker.shrink(failing, difference.index());
    Difference last = compare(smallest).difference().orElse(null);
    StringBuilder text = new StringBuilder("table ").append(failing.shape()).append('\n');
    int steps = last == null ? smallest.steps().size() : last.index() + 1;
    for (int i = 0; i < steps; i++) {
      text.append("  step ").append(i).append(": ").append(smallest.steps().get(i)).append('\n');
    }
    if (last == null) {
      text.append("  did not differ when it was run once more\n");
    } else {
      add(last, text);
    }
    text.append("  at first, step %d: %s%n".formatted(difference.index(), difference.step()));
    add(difference, text);
    return text.toString();
  }

  private static void add(Difference difference, StringBuilder text) {
    text.append(
        "    HBase: %s%n    here: %s%n".formatted(difference.expected(), difference.given()));
  }
}
