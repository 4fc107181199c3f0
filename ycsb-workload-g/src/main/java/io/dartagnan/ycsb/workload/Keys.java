package io.dartagnan.ycsb.workload;

import io.dartagnan.ycsb.hbase.ClusterSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.text.similarity.LevenshteinDistance;
import site.ycsb.Client;
import site.ycsb.Workload;
import site.ycsb.generator.ExponentialGenerator;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/**
 * Properties of the workloads, all of them: those of this module by name, YCSB's own that have an
 * effect, and families of properties that are handed on. The module's {@code README.md} says what
 * each one means.
 */
public final class Keys {
  public static final String SEED = "seed";
  public static final String SCHEMA = "appointments.schema";
  public static final String TYPES = "appointments.types";
  public static final String MOST_APPOINTMENTS = "patients.appointments.max";
  public static final String MAILS = "mails";
  public static final String FILTER_COLUMN = "filter.column";
  public static final String FILTER_SECOND = "filter.second";
  public static final String FILTER_START = "filter.start";
  public static final String FILTER_OPERAND = "filter.operand";
  public static final String FILTER_SPAN = "filter.span";
  public static final String FILTER_LIMIT = "filter.limit";
  public static final String AGGREGATE_COLUMN = "aggregate.column";
  public static final String SCAN_TO = "scan.to";
  public static final String VERIFY_FILTERS = "verify.filters";
  public static final String LOAD_BATCH = "load.batch";
  public static final String ERRORS_MAX = "errors.max";
  public static final String SCHEME = "scheme";
  public static final String KEY_SCHEME = "key.scheme";
  public static final String SUITE = "suite";
  public static final String REGIONS = "regions";
  public static final String REPLACE = "table.replace";
  public static final String WARM_UP = "warmup.seconds";
  public static final String RESULT_FILE = "result.file";

  private static final int FAR = 3;

  private static final List<String> OWN =
      List.of(
          SEED,
          SCHEMA,
          TYPES,
          MOST_APPOINTMENTS,
          MAILS,
          FILTER_COLUMN,
          FILTER_SECOND,
          FILTER_START,
          FILTER_OPERAND,
          FILTER_SPAN,
          FILTER_LIMIT,
          AGGREGATE_COLUMN,
          SCAN_TO,
          VERIFY_FILTERS,
          LOAD_BATCH,
          ERRORS_MAX,
          SCHEME,
          KEY_SCHEME,
          SUITE,
          REGIONS,
          REPLACE,
          WARM_UP,
          RESULT_FILE);

  private static final List<String> YCSB =
      List.of(
          Client.WORKLOAD_PROPERTY,
          Client.DB_PROPERTY,
          Client.RECORD_COUNT_PROPERTY,
          Client.OPERATION_COUNT_PROPERTY,
          Client.THREAD_COUNT_PROPERTY,
          Client.TARGET_PROPERTY,
          Client.MAX_EXECUTION_TIME,
          Client.DO_TRANSACTIONS_PROPERTY,
          Client.STATUS_PROPERTY,
          Client.LABEL_PROPERTY,
          Client.EXPORTER_PROPERTY,
          Client.EXPORT_FILE_PROPERTY,
          "status.interval",
          Workload.INSERT_START_PROPERTY,
          Workload.INSERT_COUNT_PROPERTY,
          CoreWorkload.TABLENAME_PROPERTY,
          CoreWorkload.DATA_INTEGRITY_PROPERTY,
          CoreWorkload.READ_ALL_FIELDS_PROPERTY,
          CoreWorkload.WRITE_ALL_FIELDS_PROPERTY,
          CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY,
          CoreWorkload.INSERT_ORDER_PROPERTY,
          CoreWorkload.ZERO_PADDING_PROPERTY,
          CoreWorkload.MIN_SCAN_LENGTH_PROPERTY,
          CoreWorkload.MAX_SCAN_LENGTH_PROPERTY,
          CoreWorkload.SCAN_LENGTH_DISTRIBUTION_PROPERTY,
          CoreWorkload.HOTSPOT_DATA_FRACTION,
          CoreWorkload.HOTSPOT_OPN_FRACTION,
          ExponentialGenerator.EXPONENTIAL_PERCENTILE_PROPERTY,
          ExponentialGenerator.EXPONENTIAL_FRAC_PROPERTY,
          Measurements.MEASUREMENT_TYPE_PROPERTY);

  private static final List<String> YCSB_FAMILIES =
      List.of("measurement.", "hdrhistogram.", "histogram.", "timeseries.", "htrace.");

  private Keys() {}

  /** The properties that YCSB does not have. */
  static Set<String> own() {
    Set<String> own = new TreeSet<>(OWN);
    own.addAll(List.of(ClusterSettings.SYSTEM, ClusterSettings.CONF, ClusterSettings.READS));
    return own;
  }

  /** The defects of the names of properties: each that nothing reads. */
  public static List<String> unknown(Properties properties) {
    Set<String> known = known();
    return new TreeSet<>(properties.stringPropertyNames())
        .stream()
            .filter(name -> !known.contains(name) && !isOfAFamily(name))
            .map(
                name ->
                    "there is no property '%s'%s"
                        .formatted(
                            name,
                            nearest(name, known)
                                .map(near -> "; is it '%s'?".formatted(near))
                                .orElse("")))
            .toList();
  }

  private static Set<String> known() {
    Set<String> known = own();
    known.addAll(YCSB);
    Arrays.stream(OperationKind.values()).map(OperationKind::proportion).forEach(known::add);
    return known;
  }

  private static boolean isOfAFamily(String name) {
    return ClusterSettings.isPassedOn(name) || YCSB_FAMILIES.stream().anyMatch(name::startsWith);
  }

  private static Optional<String> nearest(String name, Set<String> known) {
    LevenshteinDistance distance = new LevenshteinDistance(FAR);
    String lower = name.toLowerCase(Locale.ROOT);
    return known.stream()
        .filter(each -> distance.apply(lower, each) >= 0)
        .min((one, other) -> distance.apply(lower, one) - distance.apply(lower, other));
  }
}
