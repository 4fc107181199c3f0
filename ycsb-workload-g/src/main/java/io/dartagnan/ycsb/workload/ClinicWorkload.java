package io.dartagnan.ycsb.workload;

import io.dartagnan.ycsb.hbase.Aggregates;
import io.dartagnan.ycsb.hbase.BenchmarkTable;
import io.dartagnan.ycsb.hbase.Causes;
import io.dartagnan.ycsb.hbase.Cluster;
import io.dartagnan.ycsb.hbase.ClusterSettings;
import io.dartagnan.ycsb.hbase.TableDescription;
import io.dartagnan.ycsb.hbase.Target;
import io.dartagnan.ycsb.model.Column;
import io.dartagnan.ycsb.model.TableModel;
import io.dartagnan.ycsb.workload.TableRows.RowChooser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/**
 * A YCSB workload on a table of the papers, mostly of medical clinics: YCSB's operations and,
 * beside them, filters and aggregates, on any HBase connection.
 *
 * <p>Every operation is measured under its own name, and all of them under {@value #ALL}. The
 * binding that YCSB hands to a workload is not used, see {@link Session}. Values follow from the
 * row while {@code dataintegrity} is true, and an update writes the row's value once more, as in
 * YCSB.
 */
public abstract class ClinicWorkload extends CoreWorkload {
  /** Measurement of all operations of a run. */
  public static final String ALL = "TRANSACTION";

  /** Measurement of the calls of a load, each with {@link WorkloadSettings#loadBatch} rows. */
  public static final String LOAD = "LOAD-BATCH";

  private static final int MICROSECOND = 1_000;

  private final Outcome outcome = new Outcome();
  private final Queue<Session> sessions = new ConcurrentLinkedQueue<>();
  private volatile Measurements measurements;
  private WorkloadSettings settings;
  private Cluster cluster;
  private TableDescription description;
  private Operations operations;

  /** The table that properties ask for; what is wrong with them is refused there. */
  protected abstract Subject subject(PropertyReader properties, long seed);

  /**
   * The settings that properties name, without connecting to anything.
   *
   * @throws IllegalArgumentException naming everything that is wrong
   */
  public final WorkloadSettings settings(Properties properties) {
    PropertyReader reader = new PropertyReader(properties);
    long seed = reader.whole(Keys.SEED, 1, Long.MIN_VALUE, Long.MAX_VALUE);
    Subject subject = subject(reader, seed);
    String system = reader.text(ClusterSettings.SYSTEM).orElse("");
    WorkloadSettings read =
        WorkloadSettings.of(
            properties,
            reader,
            subject.columns(),
            // On the same clusters the table of that name is the clouds' own, or plain HBase's.
            List.of(Target.PLAIN3.id(), Target.SAFE1.id()).contains(system)
                ? subject.table() + "-" + system
                : subject.table(),
            subject.filterColumn());
    try {
      ClusterSettings.of(properties);
    } catch (IllegalArgumentException e) {
      reader.refuse(e.getMessage());
    }
    reader.requireAll();
    return read;
  }

  /** Connects, and checks that the table can be worked on. */
  @Override
  public final void init(Properties properties) throws WorkloadException {
    try {
      settings = settings(properties);
      super.init(forCoreWorkload(properties));
      cluster = Cluster.open(ClusterSettings.of(properties));
      description = requireTable();
      long last = WorkloadSettings.isRun(properties) ? requireRows() : settings.rows() - 1;
      TableRows rows = new TableRows(transactioninsertkeysequence, last);
      operationchooser = settings.mix().generator();
      if (properties.getProperty(REQUEST_DISTRIBUTION_PROPERTY, "").strip().equals("zipfian")) {
        keychooser =
            RowChooser.zipfian(
                settings.firstRow(),
                settings.ownRows(),
                settings.operations(),
                settings.mix().share(OperationKind.INSERT));
      }
      operations =
          new Operations(settings, rows, new RowChooser(keychooser, rows), scanlength, outcome);
      measurements = Measurements.getMeasurements();
    } catch (IllegalArgumentException e) {
      throw new WorkloadException(e.getMessage(), e);
    } catch (IOException e) {
      throw new WorkloadException(Causes.of(e), e);
    }
  }

  /**
   * The table, which has to be there.
   *
   * @throws IOException in one sentence, if it is not, or not on every cluster
   */
  private TableDescription requireTable() throws IOException {
    TableDescription table = TableDescription.of(cluster, settings.table());
    for (String family : settings.model().families()) {
      if (!table.hasFamily(family)) {
        throw new IOException(
            "table %s has no family '%s', which this workload writes; name another table, or make it anew with ycsb-workload-g/ycsb table -p table.replace=true"
                .formatted(settings.table(), family));
      }
    }
    return table;
  }

  /**
   * The last row of the table, whose rows have to be loaded.
   *
   * @throws IOException in one sentence, if they are not, or hold other values
   */
  private long requireRows() throws IOException {
    try (BenchmarkTable table = cluster.table(settings.table())) {
      requireRow(table, settings.firstRow());
      requireRow(table, settings.rows() - 1);
      return settings.verifyFilters() ? lastRow(table) : settings.rows() - 1;
    }
  }

  private void requireRow(BenchmarkTable table, long row) throws IOException {
    TableModel model = settings.model();
    Result result = table.get(new Get(settings.key(row)));
    if (result.isEmpty()) {
      throw new IOException(
          "table %s has no row %s; load %d rows first, or set recordcount to how many were loaded"
              .formatted(settings.table(), model.keys().text(row), settings.rows()));
    }
    Optional<String> difference =
        settings.dataIntegrity()
            ? model.difference(row, result, model.columns())
            : Optional.empty();
    if (difference.isPresent()) {
      throw new IOException(
          "table %s was not loaded with this workload, its seed and dataintegrity=true: %s"
              .formatted(settings.table(), difference.get()));
    }
  }

  private long lastRow(BenchmarkTable table) throws IOException {
    byte[] key = Operations.firstRow(table, new Scan().setReversed(true)).orElseThrow().getRow();
    OptionalLong row = settings.model().keys().row(key, 0, key.length);
    return row.orElseThrow(
        () ->
            new IOException(
                "table %s has rows that this workload did not write; name another table"
                    .formatted(settings.table())));
  }

  /**
   * The properties as {@code CoreWorkload} needs them, which fails without some that it lists as
   * optional.
   */
  private Properties forCoreWorkload(Properties given) {
    Properties properties = new Properties();
    properties.putAll(given);
    properties.setProperty(
        FIELD_COUNT_PROPERTY, Integer.toString(settings.model().columns().size()));
    properties.setProperty(INSERT_ORDER_PROPERTY, "ordered");
    properties.putIfAbsent(Client.OPERATION_COUNT_PROPERTY, "0");
    return properties;
  }

  @Override
  public final Object initThread(Properties properties, int thread, int threads)
      throws WorkloadException {
    try {
      Session session = new Session(cluster, settings.table());
      sessions.add(session);
      return session;
    } catch (IOException e) {
      throw new WorkloadException(Causes.of(e), e);
    }
  }

  /** Loads one row, which may be sent with later ones. */
  @Override
  public final boolean doInsert(DB ignored, Object thread) {
    Session session = (Session) thread;
    Put put = operations.row(keysequence.nextValue().longValue());
    return session.add(put) < settings.loadBatch() || flush(session);
  }

  /** Sends the rows that a thread has not sent yet; for drivers that know when a thread is done. */
  public final void finishThread(Object thread) {
    flush((Session) thread);
  }

  private boolean flush(Session session) {
    long began = System.nanoTime();
    try {
      int rows = session.flush();
      if (rows > 0) {
        outcome.loaded(rows);
        measure(LOAD, System.nanoTime() - began, Status.OK);
      }
      return true;
    } catch (IOException | RuntimeException e) {
      failed(LOAD, System.nanoTime() - began, e);
      return false;
    }
  }

  /** Does one operation; a failure is counted, and is not the end of the run by itself. */
  @Override
  public final boolean doTransaction(DB ignored, Object thread) {
    OperationKind operation = OperationKind.valueOf(operationchooser.nextString());
    String name = operation.measurement();
    Measurements into = measurements;
    long intended = into == null ? 0 : into.getIntendedtartTimeNs();
    long wrongBefore = outcome.wrong();
    long began = System.nanoTime();
    try {
      long took = operations.perform(operation, (Session) thread);
      outcome.done();
      measure(name, took, Status.OK);
      measure(ALL, took, Status.OK);
      if (intended != 0 && into != null) {
        int late = micros(System.nanoTime() - intended);
        into.measureIntended(name, late);
        into.measureIntended(ALL, late);
      }
      if (outcome.wrong() > wrongBefore) {
        requestStop();
      }
    } catch (IOException | RuntimeException e) {
      failed(name, System.nanoTime() - began, e);
    }
    return true;
  }

  private void failed(String name, long took, Exception failure) {
    if (isStopRequested()) {
      // Ended by the one who stopped the run.
      return;
    }
    outcome.failed(name, failure);
    measure(name + "-FAILED", took, Status.ERROR);
    if (outcome.errors() > settings.errorsMax()) {
      requestStop();
    }
  }

  private void measure(String name, long nanos, Status status) {
    Measurements into = measurements;
    if (into != null) {
      into.measure(name, micros(nanos));
      into.reportStatus(name, status);
    }
  }

  private static int micros(long nanos) {
    return (int) Math.min(Integer.MAX_VALUE, nanos / MICROSECOND);
  }

  /** Sends what a load has not sent yet, and closes the connections. */
  @Override
  public final void cleanup() throws WorkloadException {
    for (Session session = sessions.poll(); session != null; session = sessions.poll()) {
      flush(session);
      close(session);
    }
    if (cluster != null) {
      close(cluster);
      cluster = null;
    }
    Optional<String> complaint = outcome.complaint();
    if (complaint.isPresent()) {
      throw new WorkloadException(complaint.get());
    }
  }

  private static void close(AutoCloseable resource) throws WorkloadException {
    try {
      resource.close();
    } catch (Exception e) {
      throw new WorkloadException("closing failed: " + Causes.of(e), e);
    }
  }

  /** Measures from now on into these, or nothing if they are null. */
  public final void measureInto(Measurements given) {
    measurements = given;
  }

  /** The time at which the next operation of this thread was due, for a run at a target's pace. */
  public final void intend(long nanoTime) {
    Measurements into = measurements;
    if (into != null) {
      into.setIntendedStartTimeNs(nanoTime);
    }
  }

  /** The outcome of the workload so far. */
  public final Outcome outcome() {
    return outcome;
  }

  /** The table that it works on. */
  public final TableDescription table() {
    return description;
  }

  @Override
  protected final String buildKeyName(long row) {
    return settings.model().keys().text(row);
  }

  /**
   * Table of a workload and what is filtered on it, unless properties say otherwise.
   *
   * @param table its name
   * @param columns of the table
   * @param filterColumn the name of the column that filters compare
   */
  public record Subject(String table, List<Column> columns, String filterColumn) {

    public Subject {
      columns = List.copyOf(columns);
    }
  }

  /**
   * What one thread of a workload has for itself: the table, and the rows of a load that are not
   * sent yet.
   *
   * <p>YCSB wraps a binding in a {@code DBWrapper}, which hides what YCSB does not know, such as
   * filters; so a workload talks to HBase here and measures by itself.
   */
  static final class Session implements AutoCloseable {
    private final Cluster cluster;
    private final TableName name;
    private final BenchmarkTable table;
    private final List<Put> waiting = new ArrayList<>();
    private Aggregates aggregates;

    Session(Cluster cluster, TableName name) throws IOException {
      this.cluster = cluster;
      this.name = name;
      this.table = cluster.table(name);
    }

    BenchmarkTable table() {
      return table;
    }

    Aggregates aggregates() {
      if (aggregates == null) {
        aggregates = cluster.aggregates(name, table);
      }
      return aggregates;
    }

    /** The number of rows that wait to be sent, after one more. */
    int add(Put put) {
      waiting.add(put);
      return waiting.size();
    }

    /**
     * Sends the rows that wait.
     *
     * @return how many
     */
    int flush() throws IOException {
      int rows = waiting.size();
      if (rows > 0) {
        List<Put> sent = List.copyOf(waiting);
        waiting.clear();
        table.put(sent);
      }
      return rows;
    }

    @Override
    public void close() throws IOException {
      table.close();
    }
  }
}
