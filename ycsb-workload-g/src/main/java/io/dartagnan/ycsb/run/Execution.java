package io.dartagnan.ycsb.run;

import io.dartagnan.ycsb.hbase.ClusterSettings;
import io.dartagnan.ycsb.run.RunResult.Latency;
import io.dartagnan.ycsb.workload.ClinicWorkload;
import io.dartagnan.ycsb.workload.Keys;
import io.dartagnan.ycsb.workload.PropertyReader;
import io.dartagnan.ycsb.workload.WorkloadSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.MeasurementsExporter;

/**
 * One load or run of a workload in this process: connects, starts the clients, ends them in time,
 * and says what was measured. Executions may follow each other in a process.
 *
 * <p>YCSB's own {@code Client} ends the process with 0 whatever happened, does nothing without an
 * {@code operationcount}, counts failed operations as done, and measures from its first operation.
 */
public final class Execution {
  private static final double NANOS = 1e9;
  private static final long TICK_MILLIS = 50;
  private static final long GRACE_SECONDS = 8;

  private final Properties properties;
  private final String name;
  private final PrintWriter progress;
  private final RunSettings settings;
  private final ClinicWorkload workload;
  private final WorkloadSettings workloadSettings;
  private volatile boolean interrupted;
  private volatile Measurements measurements;
  private long measuredSince;
  private long doneBefore;
  private long begun;

  /**
   * Reads the properties; nothing is connected to yet.
   *
   * @param properties YCSB's and this module's
   * @param name of the workload in the result
   * @param progress gets status lines
   * @throws IllegalArgumentException naming everything that is wrong with the properties
   */
  public Execution(Properties properties, String name, PrintWriter progress) {
    this.properties = properties;
    this.name = name;
    this.progress = progress;
    Measurements.setProperties(properties);
    this.workload = Workloads.named(properties);
    List<String> reasons = new ArrayList<>();
    WorkloadSettings ofWorkload = null;
    RunSettings ofRun = null;
    try {
      ofWorkload = workload.settings(properties);
    } catch (IllegalArgumentException e) {
      reasons.add(e.getMessage());
    }
    try {
      ofRun = RunSettings.of(properties);
      this.measurements = new Measurements(properties);
    } catch (IllegalArgumentException e) {
      reasons.add(e.getMessage());
    }
    try {
      YcsbReport.type(properties);
    } catch (IllegalArgumentException e) {
      reasons.add(e.getMessage());
    }
    if (!reasons.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", reasons));
    }
    this.workloadSettings = ofWorkload;
    this.settings = ofRun;
  }

  /**
   * Loads or runs to the end.
   *
   * @return what was measured, also if operations failed or answers were wrong: {@link #complaint}
   *     says so
   * @throws WorkloadException in one sentence, if it could not begin
   */
  public RunResult call() throws WorkloadException, IOException, InterruptedException {
    try {
      workload.init(properties);
      List<ClientLoop> loops = loops();
      CountDownLatch ended = new CountDownLatch(loops.size());
      if (settings.warmUpSeconds() > 0) {
        measurements = null;
      } else {
        begin();
      }
      workload.measureInto(measurements);
      start(loops, ended);
      supervise(ended);
      double seconds = (System.nanoTime() - measuredSince) / NANOS;
      for (ClientLoop loop : loops) {
        if (loop.failure() != null) {
          throw new WorkloadException(loop.failure());
        }
      }
      return result(Math.max(seconds, 1 / NANOS));
    } finally {
      close();
    }
  }

  private void close() {
    try {
      workload.cleanup();
    } catch (WorkloadException e) {
      // What went wrong in operations is in the outcome; what goes wrong in closing harms nothing.
    }
  }

  private List<ClientLoop> loops() {
    long operations = settings.isRun() ? workloadSettings.operations() : workloadSettings.ownRows();
    long clients = operations == 0 ? settings.clients() : Math.min(settings.clients(), operations);
    List<ClientLoop> loops = new ArrayList<>();
    for (int client = 0; client < clients; client++) {
      long share = operations / clients + (client < operations % clients ? 1 : 0);
      loops.add(new ClientLoop(client, share));
    }
    return loops;
  }

  private static void start(List<ClientLoop> loops, CountDownLatch ended) {
    for (ClientLoop loop : loops) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  loop.run();
                } finally {
                  ended.countDown();
                }
              },
              "client");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void begin() {
    if (measurements == null) {
      measurements = new Measurements(properties);
    }
    doneBefore = done();
    measuredSince = System.nanoTime();
    begun = System.currentTimeMillis();
  }

  /** Returns when all clients have ended, or, after an interrupt, do not end soon. */
  private void supervise(CountDownLatch ended) throws InterruptedException {
    long warmUpEnd = System.nanoTime() + TimeUnit.SECONDS.toNanos(settings.warmUpSeconds());
    long stopped = 0;
    StatusLines status = new StatusLines();
    while (!ended.await(TICK_MILLIS, TimeUnit.MILLISECONDS)) {
      long now = System.nanoTime();
      if (measurements == null && now >= warmUpEnd) {
        begin();
        workload.measureInto(measurements);
      }
      boolean due =
          measurements != null
              && settings.seconds() > 0
              && now - measuredSince >= TimeUnit.SECONDS.toNanos(settings.seconds());
      if (due || interrupted) {
        workload.requestStop();
      }
      if (interrupted) {
        stopped = stopped == 0 ? now : stopped;
        if (now - stopped > TimeUnit.SECONDS.toNanos(GRACE_SECONDS)) {
          break;
        }
      }
      status.tick();
    }
    if (measurements == null) {
      begin();
    }
  }

  private long done() {
    return settings.isRun() ? workload.outcome().operations() : workload.outcome().rowsLoaded();
  }

  private RunResult result(double seconds) throws IOException {
    Map<String, Map<String, Number>> values = MeasuredValues.of(measurements);
    Map<String, Latency> latencies =
        values.entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    entry -> Latency.of(entry.getValue()),
                    (one, other) -> one,
                    TreeMap::new));
    String whole = settings.isRun() ? ClinicWorkload.ALL : ClinicWorkload.LOAD;
    Latency all = Optional.ofNullable(latencies.remove(whole)).orElse(Latency.NONE);
    long operations = done() - doneBefore;
    Map<String, String> given = new TreeMap<>();
    properties.stringPropertyNames().forEach(key -> given.put(key, properties.getProperty(key)));
    return new RunResult(
        settings.isRun() ? "run" : "load",
        name,
        ClusterSettings.of(properties).target().id(),
        workload.table().scheme(),
        workload.table().suite(),
        workloadSettings.table().getNameAsString(),
        workloadSettings.rows(),
        settings.clients(),
        Long.parseLong(properties.getProperty(Keys.SEED, "1").strip()),
        begun,
        seconds,
        operations,
        operations / seconds,
        workload.outcome().errors(),
        workload.outcome().verified(),
        workload.outcome().wrong(),
        interrupted,
        all,
        latencies,
        given);
  }

  /** One sentence on what went wrong, if anything did. */
  public Optional<String> complaint() {
    return workload.outcome().complaint();
  }

  /** The measurements that YCSB's exporters print, once the execution has ended. */
  Measurements measurements() {
    return measurements;
  }

  /** The file to which the result is to be appended. */
  Optional<Path> resultFile() {
    return settings.resultFile();
  }

  /**
   * Ends the execution soon, from another thread: {@link #call} returns what was measured. An
   * operation that takes long is not waited for.
   */
  public void interrupt() {
    interrupted = true;
  }

  /**
   * One client of a workload: does its operations one after another, at most so many a second.
   *
   * <p>YCSB's own {@code ClientThread} ends the process with 0 when a workload throws.
   */
  private final class ClientLoop implements Runnable {
    /** Workloads of this module do not use a binding. */
    private static final DB NO_BINDING = null;

    private final int number;
    private final long operations;
    private volatile Throwable failure;

    /**
     * @param number of this client, from 0
     * @param operations to do; 0 for no limit
     */
    ClientLoop(int number, long operations) {
      this.number = number;
      this.operations = operations;
    }

    @Override
    public void run() {
      try {
        work();
      } catch (WorkloadException | RuntimeException | Error e) {
        failure = e;
        workload.requestStop();
      }
    }

    private void work() throws WorkloadException {
      Object session = workload.initThread(properties, number, settings.clients());
      long began = System.nanoTime();
      boolean more = true;
      for (long done = 0; more && (operations == 0 || done < operations); done++) {
        awaitTurn(began, done);
        if (workload.isStopRequested()) {
          break;
        }
        more =
            settings.isRun()
                ? workload.doTransaction(NO_BINDING, session)
                : workload.doInsert(NO_BINDING, session);
      }
      workload.finishThread(session);
    }

    private void awaitTurn(long began, long done) {
      if (settings.perSecond() == 0) {
        return;
      }
      long due = began + (long) (NANOS * done * settings.clients() / settings.perSecond());
      while (System.nanoTime() < due && !workload.isStopRequested()) {
        LockSupport.parkNanos(Math.min(due - System.nanoTime(), (long) NANOS / 10));
      }
      workload.intend(due);
    }

    /** The failure that ended it before its time; null if none did. */
    Throwable failure() {
      return failure;
    }
  }

  /** Values of YCSB's measurements, which it gives to exporters alone. */
  private static final class MeasuredValues implements MeasurementsExporter {
    private final Map<String, Map<String, Number>> values = new LinkedHashMap<>();

    /** All values so far, by measurement and then by name, such as {@code AverageLatency(us)}. */
    static Map<String, Map<String, Number>> of(Measurements measurements) throws IOException {
      MeasuredValues values = new MeasuredValues();
      measurements.exportMeasurements(values);
      return values.values;
    }

    private void put(String metric, String name, Number value) {
      values.computeIfAbsent(metric, key -> new LinkedHashMap<>()).put(name, value);
    }

    @Override
    public void write(String metric, String name, int value) {
      put(metric, name, value);
    }

    @Override
    public void write(String metric, String name, long value) {
      put(metric, name, value);
    }

    @Override
    public void write(String metric, String name, double value) {
      put(metric, name, value);
    }

    @Override
    public void close() {}
  }

  /** Lines on the progress of a run, in the manner of YCSB's {@code -s}. It is for one thread. */
  private final class StatusLines {
    private static final DateTimeFormatter TIME =
        DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss:SSS");

    private final long began = System.nanoTime();
    private long last = began;
    private long doneBefore;

    /** Prints a line if one is due. */
    void tick() {
      long now = System.nanoTime();
      double since = (now - last) / NANOS;
      if (!settings.status() || since < settings.statusSeconds()) {
        return;
      }
      long total = done();
      progress.printf(
          "%s%s %.0f sec: %d operations; %.1f current ops/sec; %d errors; %s%n",
          settings.label(),
          LocalDateTime.now().format(TIME),
          (now - began) / NANOS,
          total,
          (total - doneBefore) / since,
          workload.outcome().errors(),
          measurements == null ? "warming up" : measurements.getSummary());
      progress.flush();
      last = now;
      doneBefore = total;
    }
  }

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
  private record RunSettings(
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
}
