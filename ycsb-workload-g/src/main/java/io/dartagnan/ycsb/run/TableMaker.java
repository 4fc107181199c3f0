package io.dartagnan.ycsb.run;

import io.dartagnan.ycsb.hbase.Cluster;
import io.dartagnan.ycsb.hbase.ClusterSettings;
import io.dartagnan.ycsb.hbase.TableCreation;
import io.dartagnan.ycsb.hbase.TableDescription;
import io.dartagnan.ycsb.workload.Keys;
import io.dartagnan.ycsb.workload.PropertyReader;
import io.dartagnan.ycsb.workload.WorkloadSettings;
import java.io.IOException;
import java.util.Optional;
import java.util.Properties;
import site.ycsb.Client;
import site.ycsb.measurements.Measurements;

/** Makes the table of a workload. */
public final class TableMaker {
  private static final int REGIONS = 1;
  private static final int MOST_REGIONS = 10_000;

  private final Properties properties;
  private final TableCreation creation;
  private final boolean replace;

  /**
   * Reads the properties; nothing is connected to yet.
   *
   * @throws IllegalArgumentException naming everything that is wrong
   */
  public TableMaker(Properties given) {
    properties = new Properties();
    properties.putAll(given);
    // Proportions of operations are not looked at.
    properties.setProperty(Client.DO_TRANSACTIONS_PROPERTY, "false");
    Measurements.setProperties(properties);
    WorkloadSettings workload = Workloads.named(properties).settings(properties);
    PropertyReader reader = new PropertyReader(properties);
    int regions =
        (int) reader.whole(Keys.REGIONS, REGIONS, 1, Math.min(MOST_REGIONS, workload.rows()));
    String scheme =
        reader.word(
            Keys.SCHEME,
            "additive",
            "additive",
            "xor",
            "replicated",
            "plain",
            "std",
            "det",
            "ope",
            TableCreation.AS_IN_PAPER,
            TableCreation.SHARED_AS_IN_PAPER);
    String keyScheme = reader.word(Keys.KEY_SCHEME, "plain", "plain", "std", "det", "ope");
    Optional<String> suite = reader.text(Keys.SUITE);
    replace = reader.flag(Keys.REPLACE, false);
    reader.requireAll();
    creation =
        TableCreation.of(
            workload.table(),
            workload.model(),
            workload.rows(),
            regions,
            scheme,
            keyScheme,
            workload.filterColumn(),
            suite);
  }

  /**
   * Makes the table.
   *
   * @return one sentence on what was made
   * @throws IOException in one sentence
   */
  public String call() throws IOException {
    try (Cluster cluster = Cluster.open(ClusterSettings.of(properties))) {
      creation.on(cluster, replace);
      TableDescription made = TableDescription.of(cluster, creation.name());
      return "table=%s system=%s scheme=%s suite=%s regions=%d"
          .formatted(
              creation.name(),
              cluster.target().id(),
              made.scheme(),
              made.suite(),
              creation.regions());
    }
  }
}
