package io.dartagnan.ycsb.report.turn;

import io.dartagnan.ycsb.hbase.ClusterSettings;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.plan.SittingSettings;
import io.dartagnan.ycsb.run.GivenProperties;
import io.dartagnan.ycsb.workload.Keys;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import site.ycsb.Client;
import site.ycsb.workloads.CoreWorkload;

/**
 * Properties of the runs and loads of points: those of the workload's file, and over them its own.
 */
final class PointProperties {
  private static final long ROWS_PER_REGION = 50_000;
  private static final int LOADING_CLIENTS = 4;

  private final GivenProperties given;
  private final SittingSettings settings;

  /**
   * @param home the module's folder
   * @param environment that says where the clusters are
   */
  PointProperties(Path home, Map<String, String> environment, SittingSettings settings) {
    this.given = new GivenProperties(home, environment);
    this.settings = settings;
  }

  /** The properties of a run that is measured; every answer is verified. */
  Properties ofRun(Point point) {
    return ofRun(point, settings.warmUpSecondsOf(point), settings.secondsOf(point));
  }

  /** The properties of a run of some seconds. */
  Properties ofRun(Point point, int warmUpSeconds, int seconds) {
    Map<String, String> options = common(point);
    options.put(Client.DO_TRANSACTIONS_PROPERTY, "true");
    options.put(Client.THREAD_COUNT_PROPERTY, Integer.toString(point.clients()));
    options.put(Client.MAX_EXECUTION_TIME, Integer.toString(seconds));
    options.put(Keys.WARM_UP, Integer.toString(warmUpSeconds));
    options.put(Keys.VERIFY_FILTERS, "true");
    return properties(point, options);
  }

  /** The properties of making and loading the table of a point. */
  Properties ofLoad(Point point) {
    Map<String, String> options = common(point);
    options.put(Client.DO_TRANSACTIONS_PROPERTY, "false");
    options.put(Client.THREAD_COUNT_PROPERTY, Integer.toString(LOADING_CLIENTS));
    options.put(Client.MAX_EXECUTION_TIME, "0");
    options.put(Keys.WARM_UP, "0");
    options.put(Keys.REPLACE, "true");
    Properties properties = properties(point, options);
    long regions = Long.parseLong(properties.getProperty(Keys.REGIONS, "1").strip());
    properties.setProperty(
        Keys.REGIONS,
        Long.toString(Math.max(1, Math.min(regions, point.rows() / ROWS_PER_REGION))));
    return properties;
  }

  private Map<String, String> common(Point point) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(ClusterSettings.SYSTEM, point.system());
    options.put(CoreWorkload.TABLENAME_PROPERTY, point.table());
    options.put(Client.RECORD_COUNT_PROPERTY, Long.toString(point.rows()));
    options.put(CoreWorkload.DATA_INTEGRITY_PROPERTY, "true");
    options.put(Keys.SEED, Long.toString(settings.seed()));
    return options;
  }

  private Properties properties(Point point, Map<String, String> options) {
    return given.of(List.of("workloads/" + point.workload()), options);
  }
}
