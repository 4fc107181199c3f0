package io.dartagnan.ycsb.report.turn;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dartagnan.ycsb.hbase.BenchmarkTable;
import io.dartagnan.ycsb.hbase.Causes;
import io.dartagnan.ycsb.hbase.Cluster;
import io.dartagnan.ycsb.hbase.ClusterSettings;
import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.plan.SingleOperation;
import io.dartagnan.ycsb.report.plan.SittingSettings;
import io.dartagnan.ycsb.report.result.Measurement;
import io.dartagnan.ycsb.report.result.Measurement.Traffic;
import io.dartagnan.ycsb.report.result.ResultFile;
import io.dartagnan.ycsb.report.turn.TrafficSampler.MeshCounters;
import io.dartagnan.ycsb.run.Execution;
import io.dartagnan.ycsb.run.GivenProperties;
import io.dartagnan.ycsb.run.RunResult;
import io.dartagnan.ycsb.run.TableMaker;
import io.dartagnan.ycsb.workload.Keys;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import site.ycsb.Client;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

/**
 * The program that measures points, one after another: {@code report} starts one for each distance.
 * A measurement is appended to the file of results as it ends, and then printed; so is, as a line
 * of text, what else takes time. It ends when its standard input does.
 */
public final class Turns {
  private static final int FAILED = 1;
  private static final int FAILURES_IN_A_ROW = 3;
  private static final int PATIENCE_SECONDS = 180;
  private static final int PRACTICE_SECONDS = 15;

  /** Workloads to practise with, the first of them that is to be measured. */
  private static final List<String> WITH_FILTERS =
      List.of(
          "workloadg",
          "filterequal",
          "safenosql-appointments-g",
          SingleOperation.QEF.workload("uniform"));

  private final TurnOrder order;
  private final PrintStream out;
  private final PointProperties properties;
  private final Path state;
  private final ResultFile results;
  private final ScheduledExecutorService patience =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "patience");
            thread.setDaemon(true);
            return thread;
          });

  private Turns(TurnOrder order, PrintStream out) {
    this.order = order;
    this.out = out;
    this.state = Path.of(System.getenv("DARTAGNAN_STATE"));
    this.properties =
        new PointProperties(
            Path.of(order.home()), System.getenv(), order.settings(), state.resolve("report.key"));
    this.results = new ResultFile(Path.of(order.results()));
  }

  /**
   * Measures, in the environment that {@code clusters/local env} prints.
   *
   * @param arguments the file of the {@link TurnOrder}
   */
  public static void main(String[] arguments) throws IOException {
    endWithStandardInput();
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    int exit = FAILED;
    try {
      exit = new Turns(TurnOrder.readFrom(Path.of(arguments[0])), out).measureAll();
    } catch (IOException | RuntimeException e) {
      System.err.println("report: " + Causes.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    System.exit(exit);
  }

  /** Whoever started this process holds its standard input open, and cannot outlive it unseen. */
  private static void endWithStandardInput() {
    Thread thread =
        new Thread(
            () -> {
              try {
                System.in.transferTo(PrintStream.nullOutputStream());
              } catch (IOException e) {
                // As good as its end.
              }
              Runtime.getRuntime().halt(FAILED);
            },
            "standard input");
    thread.setDaemon(true);
    thread.start();
  }

  private int measureAll() throws IOException, InterruptedException {
    int failures = 0;
    // Beside the clouds, with which it goes.
    Cluster.createKeyFile(properties.keyFile);
    try (LoadedTables tables = new LoadedTables()) {
      practise(tables);
      for (Point point : order.points()) {
        Measurement measurement = measure(tables, point);
        results.append(measurement);
        out.println(measurement.toJson());
        failures = measurement.result() == null ? failures + 1 : 0;
        if (failures == FAILURES_IN_A_ROW) {
          System.err.println(
              "report: %d points failed one after another; the clouds seem to be down"
                  .formatted(failures));
          return FAILED;
        }
      }
    }
    return 0;
  }

  /**
   * Runs each system for some seconds, with filters if there are any to come: a JVM's first
   * operations are slow, here and in the clouds, and the first filters connect the clouds to each
   * other.
   */
  private void practise(LoadedTables tables) throws InterruptedException {
    Map<String, Point> chosen = new LinkedHashMap<>();
    for (Point point : order.points()) {
      chosen.merge(point.target(), point, (one, other) -> rank(other) < rank(one) ? other : one);
    }
    for (Point point : chosen.values()) {
      out.println("warming up " + point.system());
      try {
        tables.require(point);
        practise(point);
      } catch (IOException | WorkloadException | RuntimeException e) {
        // The point itself fails in the same way, and is recorded.
        out.println("warming up failed: " + Causes.of(e));
      }
    }
  }

  private static int rank(Point point) {
    int rank = WITH_FILTERS.indexOf(point.workload());
    return rank < 0 ? WITH_FILTERS.size() : rank;
  }

  private void practise(Point point) throws IOException, WorkloadException, InterruptedException {
    Execution execution =
        new Execution(
            properties.ofRun(point, 0, PRACTICE_SECONDS),
            point.workload(),
            new PrintWriter(System.err));
    RunResult result = execution.call();
    Optional<String> complaint = execution.complaint();
    if (complaint.isPresent()) {
      // A wrong answer is one whenever it is given.
      results.append(new Measurement(point, result, complaint.get(), machineLoad(), null));
      out.println("warming up failed: " + complaint.get());
    }
  }

  private Measurement measure(LoadedTables tables, Point point) throws InterruptedException {
    double load = machineLoad();
    try {
      tables.require(point);
      Properties run = properties.ofRun(point);
      Execution execution = new Execution(run, point.workload(), new PrintWriter(System.err));
      ScheduledFuture<?> late =
          patience.schedule(
              execution::interrupt,
              PATIENCE_SECONDS
                  + order.settings().secondsOf(point)
                  + order.settings().warmUpSecondsOf(point),
              TimeUnit.SECONDS);
      try {
        return point.figure() == Figure.NETWORK
            ? sampled(execution, point, load)
            : measured(execution, point, load, null);
      } finally {
        late.cancel(false);
      }
    } catch (IOException | WorkloadException | RuntimeException e) {
      return new Measurement(point, null, Causes.of(e), load, null);
    }
  }

  private Measurement measured(
      Execution execution, Point point, double load, TrafficSampler sampler)
      throws IOException, WorkloadException, InterruptedException {
    RunResult result = execution.call();
    Traffic traffic = null;
    if (sampler != null) {
      long end = result.begun() + (long) (result.seconds() * 1_000);
      traffic = sampler.between(result.begun(), end);
    }
    Optional<String> complaint = execution.complaint();
    if (complaint.isEmpty() && result.interrupted()) {
      complaint = Optional.of("an operation took more than %d s".formatted(PATIENCE_SECONDS));
    }
    if (complaint.isEmpty() && result.operations() == 0) {
      complaint = Optional.of("no operation ended while it was measured");
    }
    return new Measurement(point, result, complaint.orElse(null), load, traffic);
  }

  private Measurement sampled(Execution execution, Point point, double load)
      throws IOException, WorkloadException, InterruptedException {
    Optional<MeshCounters> mesh = Optional.empty();
    try {
      mesh = Optional.of(MeshCounters.open(state));
    } catch (IOException e) {
      out.println("the meshes' counters are left out: " + Causes.of(e));
    }
    try (TrafficSampler sampler = new TrafficSampler(mesh)) {
      return measured(execution, point, load, sampler);
    } finally {
      if (mesh.isPresent()) {
        mesh.get().close();
      }
    }
  }

  private static double machineLoad() {
    try {
      return Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }

  /**
   * Tables of the points, loaded when the first point needs them, and loaded anew when inserts have
   * made them larger: a faster system inserts more, and would be measured on more rows than others.
   * The connections to all systems stay open until it is closed.
   */
  private final class LoadedTables implements AutoCloseable {
    private static final long GROWTH_PERCENT = 5;

    private final Map<String, Cluster> clusters = new HashMap<>();
    private final Set<String> loaded = new HashSet<>();

    /** Makes and loads the table of a point, unless it is there with about its rows. */
    void require(Point point) throws IOException, WorkloadException, InterruptedException {
      Properties load = properties.ofLoad(point);
      Cluster cluster = cluster(point.target(), load);
      String table = point.system() + " " + point.table();
      if (loaded.contains(table) && !hasGrown(cluster, point)) {
        return;
      }
      loaded.remove(table);
      out.println(
          "loading %,d rows into %s of %s".formatted(point.rows(), point.table(), point.system()));
      new TableMaker(load).call();
      Execution execution = new Execution(load, "load", new PrintWriter(System.err));
      execution.call();
      Optional<String> complaint = execution.complaint();
      if (complaint.isPresent()) {
        throw new IOException("loading failed: " + complaint.get());
      }
      loaded.add(table);
    }

    private Cluster cluster(String system, Properties load) throws IOException {
      Cluster cluster = clusters.get(system);
      if (cluster == null) {
        cluster = Cluster.open(ClusterSettings.of(load));
        clusters.put(system, cluster);
      }
      return cluster;
    }

    private boolean hasGrown(Cluster cluster, Point point) throws IOException {
      long[] rows = new long[1];
      try (BenchmarkTable table = cluster.table(TableName.valueOf(point.table()))) {
        table.scan(
            new Scan().setReversed(true).setLimit(1),
            row -> {
              rows[0] = Long.parseLong(Bytes.toString(row.getRow())) + 1;
              return false;
            });
      }
      return rows[0] > point.rows() + point.rows() * GROWTH_PERCENT / 100;
    }

    @Override
    public void close() throws IOException {
      for (Cluster cluster : clusters.values()) {
        cluster.close();
      }
      clusters.clear();
    }
  }

  /**
   * Order to the process that measures, as a file of JSON.
   *
   * @param home the module's folder
   * @param results the file to which each measurement is appended
   * @param points in the order of measuring
   */
  public record TurnOrder(
      String home, String results, SittingSettings settings, List<Point> points) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Writes it to a file. */
    public void writeTo(Path file) throws IOException {
      JSON.writeValue(file.toFile(), this);
    }

    /** The order that a file holds. */
    static TurnOrder readFrom(Path file) throws IOException {
      return JSON.readValue(file.toFile(), TurnOrder.class);
    }
  }

  /**
   * Properties of the runs and loads of points: those of the workload's file, and over them its
   * own.
   */
  private static final class PointProperties {
    private static final long ROWS_PER_REGION = 50_000;
    private static final int LOADING_CLIENTS = 4;

    private final GivenProperties given;
    private final SittingSettings settings;
    private final Path keyFile;

    /**
     * @param home the module's folder
     * @param environment that says where the clusters are
     * @param keyFile of the clients, for tables that are sealed
     */
    PointProperties(
        Path home, Map<String, String> environment, SittingSettings settings, Path keyFile) {
      this.given = new GivenProperties(home, environment);
      this.settings = settings;
      this.keyFile = keyFile;
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
      Map<String, String> options = new LinkedHashMap<>(point.options());
      if (point.figure() == Figure.MAILS) {
        options.put(Keys.MAILS, settings.mails());
      }
      options.put(ClusterSettings.KEY_FILE, keyFile.toString());
      options.put(CoreWorkload.TABLENAME_PROPERTY, point.table());
      options.put(Client.RECORD_COUNT_PROPERTY, Long.toString(point.rows()));
      options.put(CoreWorkload.DATA_INTEGRITY_PROPERTY, "true");
      options.put(Keys.SEED, Long.toString(settings.seed()));
      return options;
    }

    private Properties properties(Point point, Map<String, String> options) {
      return given.of(List.of("workloads/" + point.file()), options);
    }
  }
}
