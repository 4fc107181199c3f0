package io.dartagnan.client.configuration;

import io.dartagnan.schema.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * Settings that a connection needs when it is opened.
 *
 * @param placement where tables are
 * @param threads most threads for talking to the clouds
 * @param operationDeadlineMs longest time of an operation on all three clouds, in milliseconds
 * @param maxCellBytes largest plain cell in bytes; 0 or less means any
 * @param leftoversWaitMs milliseconds before what a failed write left is taken back; 0 for never
 * @param localFilters what is done with filters that the clouds do not judge by themselves
 * @param oneCloudDown what is done with reads while one cloud does not answer
 * @param unencrypted what is done with a cloud to which TLS is off
 * @param schemas schemas for tables that declare none
 */
public record ConnectionSettings(
    Placement placement,
    int threads,
    long operationDeadlineMs,
    int maxCellBytes,
    long leftoversWaitMs,
    LocalFilters localFilters,
    OneCloudDown oneCloudDown,
    Unencrypted unencrypted,
    ConfiguredSchemas schemas) {

  private static final List<Consumer<Configuration>> READERS =
      List.of(
          ClientSettings::placement,
          ClientSettings::threads,
          ClientSettings::operationDeadlineMs,
          ClientSettings::maxCellBytes,
          ClientSettings::leftoversWaitMs,
          LocalFilters::of,
          OneCloudDown::of,
          Unencrypted::of,
          ConfiguredSchemas::of);

  /**
   * Reads the settings.
   *
   * @throws IllegalArgumentException with a sentence on every value that is not allowed
   */
  public static ConnectionSettings of(Configuration conf) {
    try {
      return new ConnectionSettings(
          ClientSettings.placement(conf),
          ClientSettings.threads(conf),
          ClientSettings.operationDeadlineMs(conf),
          ClientSettings.maxCellBytes(conf),
          ClientSettings.leftoversWaitMs(conf),
          LocalFilters.of(conf),
          OneCloudDown.of(conf),
          Unencrypted.of(conf),
          ConfiguredSchemas.of(conf));
    } catch (IllegalArgumentException e) {
      // That is the first of perhaps several.
      throw new IllegalArgumentException(String.join("; ", refused(conf)));
    }
  }

  /** Settings of an empty configuration, for a connection on which every call fails. */
  public static ConnectionSettings ofNone() {
    return of(new Configuration(false));
  }

  /** Sentences on the values that are not allowed, each naming its key; none if all are allowed. */
  public static List<String> refused(Configuration conf) {
    List<String> refused = new ArrayList<>();
    for (Consumer<Configuration> reader : READERS) {
      try {
        reader.accept(conf);
      } catch (IllegalArgumentException e) {
        refused.add(e.getMessage());
      }
    }
    return refused;
  }
}
