package io.dartagnan.ycsb.report.turn;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Counters of the clouds' meshes, as {@code docs/operating.md} describes them: read over JMX from
 * the processes that {@code clusters/local} has up on this machine.
 */
final class MeshCounters implements AutoCloseable {
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
