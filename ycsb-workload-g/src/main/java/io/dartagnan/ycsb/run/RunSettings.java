package io.dartagnan.ycsb.run;

import io.dartagnan.ycsb.workload.Keys;
import io.dartagnan.ycsb.workload.PropertyReader;
import io.dartagnan.ycsb.workload.WorkloadSettings;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import site.ycsb.Client;

/**
 * Settings of one execution of a workload.
 *
 * @param isRun whether operations are run; otherwise rows are loaded
 * @param clients threads, 1 or more
 * @param perSecond operations of all clients together at most; 0 for no limit
 * @param seconds that are measured at most; 0 for no limit
 * @param warmUpSeconds that are run before and not measured
 * @param status whether a line on progress is printed every {@code statusSeconds}
 * @param label that begins these lines
 * @param resultFile to which the result is appended as a line of JSON
 */
record RunSettings(
    boolean isRun,
    int clients,
    int perSecond,
    long seconds,
    long warmUpSeconds,
    boolean status,
    long statusSeconds,
    String label,
    Optional<Path> resultFile) {

  private static final int MOST_CLIENTS = 10_000;
  private static final int SHORT = 1_000_000_000;

  /**
   * The settings that properties name.
   *
   * @throws IllegalArgumentException naming everything that is wrong
   */
  static RunSettings of(Properties given) {
    PropertyReader properties = new PropertyReader(given);
    RunSettings settings =
        new RunSettings(
            WorkloadSettings.isRun(given),
            (int) properties.whole(Client.THREAD_COUNT_PROPERTY, 1, 1, MOST_CLIENTS),
            (int) properties.whole(Client.TARGET_PROPERTY, 0, 0, SHORT),
            properties.whole(Client.MAX_EXECUTION_TIME, 0, 0, SHORT),
            properties.whole(Keys.WARM_UP, 0, 0, SHORT),
            properties.flag(Client.STATUS_PROPERTY, false),
            properties.whole("status.interval", 10, 1, SHORT),
            properties.text(Client.LABEL_PROPERTY).orElse(""),
            properties.text(Keys.RESULT_FILE).map(Path::of));
    long operations = properties.whole(Client.OPERATION_COUNT_PROPERTY, 0, 0, Integer.MAX_VALUE);
    if (settings.isRun() && settings.seconds() == 0 && operations == 0) {
      properties.refuse("a run ends after operationcount or maxexecutiontime; set one of them");
    }
    if (settings.isRun() && settings.warmUpSeconds() > 0 && operations > 0) {
      properties.refuse(
          "warmup.seconds is for runs that maxexecutiontime ends; leave operationcount out or 0");
    }
    properties.requireAll();
    return settings;
  }
}
