package io.dartagnan.ycsb.workload;

import io.dartagnan.ycsb.model.Column;
import io.dartagnan.ycsb.model.RowKeys;
import io.dartagnan.ycsb.model.TableModel;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.hbase.TableName;
import site.ycsb.Client;
import site.ycsb.Workload;
import site.ycsb.generator.DiscreteGenerator;
import site.ycsb.workloads.CoreWorkload;

/**
 * Settings of a workload's operations.
 *
 * @param table its name
 * @param model the columns and keys of its rows
 * @param rows loaded before a run
 * @param firstRow that this client loads and asks for
 * @param ownRows how many this client loads and asks for
 * @param operations at most; 0 for no limit
 * @param mix their shares
 * @param filterColumn that filters compare
 * @param filterSecond that filters of two columns compare as well
 * @param filterWholeTable whether filters read from the first row or from a uniformly drawn one
 * @param filterStoredValues whether operands are the values of rows or any of the column's
 * @param filterSpan the number of values within the range of {@link OperationKind#FILTER_RANGE}
 * @param filterLimit the number of rows after which a filter's answer ends; 0 for none
 * @param aggregateColumn whose values are added up
 * @param scanToEnd whether a scan reads to the table's end
 * @param readsAllFields and writesAllFields whether a get and an update are of whole rows
 * @param dataIntegrity whether values follow from the row, and what is read is compared with them
 * @param verifyFilters whether answers of filters, scans and aggregates are recomputed
 * @param loadBatch rows per call while loading
 * @param errorsMax operations that may fail before the run ends
 */
public record WorkloadSettings(
    TableName table,
    TableModel model,
    long rows,
    long firstRow,
    long ownRows,
    long operations,
    OperationMix mix,
    Column filterColumn,
    Column filterSecond,
    boolean filterWholeTable,
    boolean filterStoredValues,
    long filterSpan,
    int filterLimit,
    Column aggregateColumn,
    boolean scanToEnd,
    boolean readsAllFields,
    boolean writesAllFields,
    boolean dataIntegrity,
    boolean verifyFilters,
    int loadBatch,
    long errorsMax) {

  private static final long MOST_ROWS = Integer.MAX_VALUE;
  private static final int KEY_DIGITS = 8;

  /**
   * The settings that properties name.
   *
   * @param columns of the table
   * @param defaultTable its name, unless the properties have another
   * @param defaultFilterColumn that filters compare, unless the properties have another
   * @throws IllegalArgumentException naming everything that is wrong
   */
  static WorkloadSettings of(
      Properties given,
      PropertyReader properties,
      List<Column> columns,
      String defaultTable,
      String defaultFilterColumn) {
    Keys.unknown(given).forEach(properties::refuse);
    int digits = (int) properties.whole(CoreWorkload.ZERO_PADDING_PROPERTY, KEY_DIGITS, 1, 18);
    TableModel model = new TableModel(columns, new RowKeys(digits));
    long rows = properties.whole(Client.RECORD_COUNT_PROPERTY, 0, 1, MOST_ROWS);
    long first = properties.whole(Workload.INSERT_START_PROPERTY, 0, 0, MOST_ROWS);
    long own = properties.whole(Workload.INSERT_COUNT_PROPERTY, rows - first, 1, MOST_ROWS);
    if (properties.text(Client.RECORD_COUNT_PROPERTY).isEmpty()) {
      properties.refuse("recordcount is not set; it is the number of rows");
    } else if (first + own > rows || own < 1) {
      properties.refuse(
          "insertstart and insertcount name rows %d to %d, and recordcount is %d; it has to cover them"
              .formatted(first, first + own - 1, rows));
    } else if (model.keys().capacity() <= rows) {
      properties.refuse(
          "recordcount is %d, and zeropadding=%d leaves keys for %d rows alone; set it higher"
              .formatted(rows, digits, model.keys().capacity()));
    }
    properties.word(CoreWorkload.INSERT_ORDER_PROPERTY, "ordered", "ordered");
    properties.word(
        CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY,
        "uniform",
        "uniform",
        "zipfian",
        "latest",
        "hotspot",
        "sequential",
        "exponential");
    properties.word(
        CoreWorkload.SCAN_LENGTH_DISTRIBUTION_PROPERTY, "uniform", "uniform", "zipfian");
    long least = properties.whole(CoreWorkload.MIN_SCAN_LENGTH_PROPERTY, 1, 1, MOST_ROWS);
    long most = properties.whole(CoreWorkload.MAX_SCAN_LENGTH_PROPERTY, 1000, 1, MOST_ROWS);
    if (least > most) {
      properties.refuse("minscanlength is %d and maxscanlength %d".formatted(least, most));
    }
    boolean integrity = properties.flag(CoreWorkload.DATA_INTEGRITY_PROPERTY, false);
    boolean verify = properties.flag(Keys.VERIFY_FILTERS, false);
    if (verify && !integrity) {
      properties.refuse(
          "verify.filters=true needs dataintegrity=true, for the load and for the run: answers are recomputed from values that follow from the row");
    }
    OperationMix mix = isRun(given) ? OperationMix.of(properties) : new OperationMix(Map.of());
    Column filtered = column(properties, model, Keys.FILTER_COLUMN, defaultFilterColumn);
    Column aggregated = column(properties, model, Keys.AGGREGATE_COLUMN, firstNumber(model));
    if (!aggregated.domain().isInt64()
        && mix.shares().keySet().stream()
            .anyMatch(each -> each.function().isPresent() && each != OperationKind.COUNT)) {
      properties.refuse(
          "aggregate.column is %s, a %s; sum, avg, min and max are of int64 columns"
              .formatted(aggregated, aggregated.domain().type()));
    }
    return new WorkloadSettings(
        table(properties, defaultTable),
        model,
        rows,
        first,
        own,
        properties.whole(Client.OPERATION_COUNT_PROPERTY, 0, 0, Integer.MAX_VALUE),
        mix,
        filtered,
        column(properties, model, Keys.FILTER_SECOND, filtered.name()),
        properties.word(Keys.FILTER_START, "uniform", "uniform", "table").equals("table"),
        properties.word(Keys.FILTER_OPERAND, "domain", "domain", "stored").equals("stored"),
        properties.whole(Keys.FILTER_SPAN, 1, 1, Long.MAX_VALUE),
        (int) properties.whole(Keys.FILTER_LIMIT, 0, 0, Integer.MAX_VALUE),
        aggregated,
        properties.word(Keys.SCAN_TO, "length", "length", "end").equals("end"),
        properties.flag(CoreWorkload.READ_ALL_FIELDS_PROPERTY, true),
        properties.flag(CoreWorkload.WRITE_ALL_FIELDS_PROPERTY, false),
        integrity,
        verify,
        (int) properties.whole(Keys.LOAD_BATCH, 500, 1, 100_000),
        properties.whole(Keys.ERRORS_MAX, 0, 0, Long.MAX_VALUE));
  }

  /** Whether properties are for a run, and not for a load. */
  public static boolean isRun(Properties properties) {
    return Boolean.parseBoolean(
        properties.getProperty(Client.DO_TRANSACTIONS_PROPERTY, "true").strip());
  }

  private static TableName table(PropertyReader properties, String unset) {
    String name = properties.text(CoreWorkload.TABLENAME_PROPERTY).orElse(unset);
    try {
      return TableName.valueOf(name);
    } catch (IllegalArgumentException e) {
      properties.refuse("table is '%s', which HBase takes for no table's name".formatted(name));
      return TableName.valueOf(unset);
    }
  }

  private static String firstNumber(TableModel model) {
    return model.columns().stream()
        .filter(column -> column.domain().isInt64())
        .findFirst()
        .orElse(model.columns().get(0))
        .name();
  }

  private static Column column(
      PropertyReader properties, TableModel model, String property, String unset) {
    String name = properties.text(property).orElse(unset);
    return model
        .column(name)
        .orElseGet(
            () -> {
              properties.refuse(
                  "%s is '%s'; it is one of %s"
                      .formatted(
                          property,
                          name,
                          String.join(", ", model.columns().stream().map(Column::name).toList())));
              return model.columns().get(0);
            });
  }

  /** The key of a row as bytes. */
  byte[] key(long row) {
    return model.keys().key(row);
  }

  /**
   * Shares of the operations of a workload.
   *
   * @param shares above 0, that add up to 1
   */
  public record OperationMix(Map<OperationKind, BigDecimal> shares) {

    public OperationMix {
      shares = Map.copyOf(shares);
    }

    /** The shares that properties name; unlike in YCSB, one that is not named is 0. */
    static OperationMix of(PropertyReader properties) {
      Map<OperationKind, BigDecimal> shares = new EnumMap<>(OperationKind.class);
      BigDecimal sum = BigDecimal.ZERO;
      for (OperationKind operation : OperationKind.values()) {
        BigDecimal share = properties.share(operation.proportion());
        sum = sum.add(share);
        if (share.signum() > 0) {
          shares.put(operation, share);
        }
      }
      if (sum.compareTo(BigDecimal.ONE) != 0) {
        properties.refuse(
            "the proportions of operations add up to %s; they have to add up to 1"
                .formatted(sum.stripTrailingZeros().toPlainString()));
      }
      return new OperationMix(shares);
    }

    /** Whether the mix has an operation. */
    public boolean has(OperationKind operation) {
      return shares.containsKey(operation);
    }

    /** The share of an operation, 0 if the mix lacks it. */
    public double share(OperationKind operation) {
      return shares.getOrDefault(operation, BigDecimal.ZERO).doubleValue();
    }

    /** A generator of operations' names in these shares. */
    public DiscreteGenerator generator() {
      DiscreteGenerator generator = new DiscreteGenerator();
      shares.forEach(
          (operation, share) -> generator.addValue(share.doubleValue(), operation.name()));
      return generator;
    }
  }
}
