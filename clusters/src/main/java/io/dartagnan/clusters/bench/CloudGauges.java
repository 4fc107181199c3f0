package io.dartagnan.clusters.bench;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Metrics of the three clouds' RegionServers, as {@code docs/operating.md} describes them: read
 * over JMX from the processes that {@code clusters/local} has up on this machine.
 */
final class CloudGauges implements AutoCloseable {
  private static final String BEAN =
      "Hadoop:service=HBase,name=RegionServer,sub=Coprocessor.RegionServer.CP_io.dartagnan.server.MeshEndpoint";
  private static final List<String> CLOUDS = List.of("cloud-0", "cloud-1", "cloud-2");

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long LOOK_MS = 200;

  private final List<JMXConnector> connectors = new ArrayList<>();
  private final List<MBeanServerConnection> servers = new ArrayList<>();

  private CloudGauges() {}

  /**
   * Connects to the three clouds.
   *
   * @param state folder of {@code clusters/local}
   */
  static CloudGauges open(Path state) throws IOException {
    CloudGauges gauges = new CloudGauges();
    try {
      for (String cloud : CLOUDS) {
        Path pid = state.resolve("run").resolve(cloud + ".pid");
        gauges.connect(Files.readString(pid).strip().split("\\s+")[0]);
      }
      return gauges;
    } catch (IOException | RuntimeException e) {
      gauges.close();
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

  /** Filters that each cloud has answered from share columns. */
  List<Long> columnHits() throws IOException {
    return read("ColumnHits");
  }

  /** Bytes of share columns that the cloud with the most of them holds. */
  long mostColumnBytes() throws IOException {
    return read("ColumnBytes").stream().mapToLong(Long::longValue).max().orElseThrow();
  }

  /** Bytes that the filters, share columns and mesh of each cloud ever took at a time. */
  List<Long> mostMemoryTaken() throws IOException {
    return read("MemoryMostTakenBytes");
  }

  /** Bytes that they may take on each cloud. */
  List<Long> memoryBudgets() throws IOException {
    return read("MemoryMaxBytes");
  }

  private List<Long> read(String name) throws IOException {
    List<Long> values = new ArrayList<>();
    for (MBeanServerConnection server : servers) {
      values.add(read(server, name));
    }
    return values;
  }

  /**
   * One metric of one server. HBase shows what a server counts some seconds after the server has
   * begun to, and not for a while whenever a region was opened or closed.
   */
  private static long read(MBeanServerConnection server, String name) throws IOException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return ((Number) server.getAttribute(new ObjectName(BEAN), name)).longValue();
      } catch (InstanceNotFoundException e) {
        if (System.nanoTime() - until >= 0) {
          throw notShown(name, e);
        }
      } catch (JMException e) {
        throw notShown(name, e);
      }
      try {
        TimeUnit.MILLISECONDS.sleep(LOOK_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while clouds were asked for " + name);
      }
    }
  }

  private static IOException notShown(String name, JMException cause) {
    return new IOException("a cloud does not show %s: %s".formatted(name, cause), cause);
  }

  @Override
  public void close() throws IOException {
    for (JMXConnector connector : connectors) {
      connector.close();
    }
  }
}
