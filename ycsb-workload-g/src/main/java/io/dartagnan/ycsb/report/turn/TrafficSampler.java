package io.dartagnan.ycsb.report.turn;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.dartagnan.ycsb.report.result.Measurement.Traffic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Samples of the loopback interface, the processors and the meshes while a point runs, on a thread
 * of its own.
 *
 * <p>The interface has every byte between the processes of this machine, ZooKeeper's few included;
 * the meshes count their payload alone, and are asked less often, since that goes over JMX.
 */
final class TrafficSampler implements AutoCloseable {
  private static final Path INTERFACES = Path.of("/proc/net/dev");
  private static final Path PROCESSORS = Path.of("/proc/stat");
  private static final long PERIOD_MILLIS = 100;
  private static final int MESH_PERIODS = 3;
  private static final double MEGA = 1e6;

  /**
   * Counters at a time.
   *
   * @param millis since 1970
   * @param meshBytes negative if they were not read
   */
  record Sample(long millis, long loopbackBytes, long busy, long idle, long meshBytes) {}

  private final Optional<MeshCounters> mesh;
  private final List<Sample> samples = new ArrayList<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "traffic");
            thread.setDaemon(true);
            return thread;
          });
  private IOException failure;

  /** Begins to sample. */
  TrafficSampler(Optional<MeshCounters> mesh) {
    this.mesh = mesh;
    clock.scheduleAtFixedRate(this::sample, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  private synchronized void sample() {
    try {
      long meshBytes = -1;
      if (mesh.isPresent() && samples.size() % MESH_PERIODS == 0) {
        meshBytes = mesh.get().bytesSent();
      }
      long[] processors = processors(Files.readString(PROCESSORS));
      samples.add(
          new Sample(
              System.currentTimeMillis(),
              loopback(Files.readString(INTERFACES)),
              processors[0],
              processors[1],
              meshBytes));
    } catch (IOException e) {
      failure = e;
    }
  }

  /** Bytes that were sent over the loopback interface; each of them is received there as well. */
  static long loopback(String interfaces) throws IOException {
    for (String line : interfaces.lines().toList()) {
      if (line.strip().startsWith("lo:")) {
        return Long.parseLong(line.strip().substring(3).strip().split("\\s+")[0]);
      }
    }
    throw new IOException(INTERFACES + " has no interface lo");
  }

  /** Time in which processors were busy, and in which they were not. */
  static long[] processors(String stat) throws IOException {
    String line = stat.lines().findFirst().orElse("");
    if (!line.startsWith("cpu ")) {
      throw new IOException(PROCESSORS + " does not begin with cpu");
    }
    long[] fields =
        Arrays.stream(line.substring(4).strip().split("\\s+")).mapToLong(Long::parseLong).toArray();
    // user nice system idle iowait irq softirq steal; guests are within user.
    long idle = fields[3] + fields[4];
    long all = Arrays.stream(fields, 0, Math.min(8, fields.length)).sum();
    return new long[] {all - idle, idle};
  }

  /**
   * What went on within a time.
   *
   * @param from and to in milliseconds since 1970
   */
  synchronized Traffic between(long from, long to) throws IOException {
    if (failure != null) {
      throw failure;
    }
    return traffic(
        samples.stream()
            .filter(sample -> sample.millis() >= from && sample.millis() <= to)
            .toList());
  }

  /** The traffic between samples that follow each other. */
  static Traffic traffic(List<Sample> samples) {
    List<Double> loopback = new ArrayList<>();
    List<Double> mesh = new ArrayList<>();
    List<Double> processors = new ArrayList<>();
    Sample before = null;
    Sample meshBefore = null;
    for (Sample sample : samples) {
      if (before != null && sample.millis() > before.millis()) {
        loopback.add(
            rate(sample.loopbackBytes() - before.loopbackBytes(), before.millis(), sample));
        long busy = sample.busy() - before.busy();
        long all = busy + sample.idle() - before.idle();
        processors.add(all <= 0 ? 0 : rounded((double) busy / all));
      }
      if (sample.meshBytes() >= 0) {
        if (meshBefore != null && sample.millis() > meshBefore.millis()) {
          mesh.add(rate(sample.meshBytes() - meshBefore.meshBytes(), meshBefore.millis(), sample));
        }
        meshBefore = sample;
      }
      before = sample;
    }
    return new Traffic(loopback, mesh, processors);
  }

  private static double rate(long bytes, long sinceMillis, Sample now) {
    return rounded(bytes / MEGA / (now.millis() - sinceMillis) * 1_000);
  }

  private static double rounded(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }

  /**
   * Counters of the clouds' meshes, as {@code docs/operating.md} describes them: read over JMX from
   * the processes that {@code clusters/local} has up on this machine.
   */
  static final class MeshCounters implements AutoCloseable {
    private static final String BEAN =
        "Hadoop:service=HBase,name=RegionServer,sub=Coprocessor.RegionServer.CP_io.dartagnan.server.MeshEndpoint";

    /** JMX begins every name with a capital. */
    private static final String BYTES_SENT = "MeshBytesSent";

    private static final List<String> CLOUDS = List.of("cloud-0", "cloud-1", "cloud-2");

    private final List<JMXConnector> connectors = new ArrayList<>();
    private final List<MBeanServerConnection> servers = new ArrayList<>();

    private MeshCounters() {}

    /**
     * Connects to the three clouds.
     *
     * @param state folder of {@code clusters/local}
     */
    static MeshCounters open(Path state) throws IOException {
      MeshCounters counters = new MeshCounters();
      try {
        for (String cloud : CLOUDS) {
          Path pid = state.resolve("run").resolve(cloud + ".pid");
          counters.connect(Files.readString(pid).strip().split("\\s+")[0]);
        }
        counters.bytesSent();
        return counters;
      } catch (IOException | RuntimeException e) {
        counters.close();
        throw e;
      }
    }

    private void connect(String pid) throws IOException {
      try {
        VirtualMachine machine = VirtualMachine.attach(pid);
        try {
          JMXConnector connector =
              JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
          connectors.add(connector);
          servers.add(connector.getMBeanServerConnection());
        } finally {
          machine.detach();
        }
      } catch (AttachNotSupportedException e) {
        throw new IOException("process %s cannot be asked: %s".formatted(pid, e.getMessage()), e);
      }
    }

    /** Bytes of payload that the three clouds together have sent to each other. */
    long bytesSent() throws IOException {
      long sum = 0;
      try {
        for (MBeanServerConnection server : servers) {
          sum += ((Number) server.getAttribute(new ObjectName(BEAN), BYTES_SENT)).longValue();
        }
      } catch (JMException e) {
        throw new IOException("a cloud does not show %s: %s".formatted(BYTES_SENT, e), e);
      }
      return sum;
    }

    @Override
    public void close() throws IOException {
      for (JMXConnector connector : connectors) {
        connector.close();
      }
    }
  }
}
