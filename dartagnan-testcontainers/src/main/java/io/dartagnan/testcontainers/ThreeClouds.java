package io.dartagnan.testcontainers;

import io.dartagnan.client.configuration.CloudConfiguration;
import io.dartagnan.mpc.Party;
import io.dartagnan.provisioning.Site;
import io.dartagnan.testcontainers.CloudContainer.CloudFiles;
import io.dartagnan.testcontainers.CloudPlace.FreePorts;
import io.dartagnan.testcontainers.Keys.PinnedStores;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.Network;
import org.testcontainers.lifecycle.Startables;
import org.testcontainers.utility.DockerImageName;

/** Three clouds that run, with their network, their keys and the application's. */
final class ThreeClouds implements AutoCloseable {
  private static final long LOOK_AGAIN_MILLIS = 500;

  /** Somebody else may take a port after it was found free. */
  private static final int ATTEMPTS = 3;

  private static final Pattern PORT_TAKEN =
      Pattern.compile("port is already allocated|address already in use");

  private final Duration patience;
  private final ClientFolder folder;
  private final Network network;
  private final Site client;
  private final List<CloudContainer> containers = new ArrayList<>();

  private ThreeClouds(Plan plan, String host) {
    this.patience = plan.patience();
    Keys keys = Keys.make(host);
    List<CloudPlace> places =
        CloudPlace.three(host, FreePorts.find(Party.ALL.size() * CloudPlace.PORTS));
    this.folder = ClientFolder.make();
    this.network = Network.newNetwork();
    this.client = Sites.ofClient(places, keys, folder);
    for (CloudPlace place : places) {
      PinnedStores mesh = keys.mesh(place.party());
      PinnedStores rpc = keys.rpc(place.party());
      Site site = Sites.ofServer(place, places, mesh.revealPassword(), rpc.revealPassword());
      site.setAll(plan.settings());
      CloudFiles files = new CloudFiles(site, mesh, rpc);
      containers.add(new CloudContainer(plan.image(), place, network, files, plan.heap()));
    }
  }

  /**
   * Starts them and waits until all three are ready.
   *
   * @throws ContainerLaunchException that names the cloud that is not; nothing is left then
   */
  static ThreeClouds start(Plan plan, String host) {
    for (int attempt = 1; ; attempt++) {
      try {
        return startOnce(plan, host);
      } catch (PortTakenException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static ThreeClouds startOnce(Plan plan, String host) {
    ThreeClouds clouds = new ThreeClouds(plan, host);
    try {
      clouds.start();
      return clouds;
    } catch (RuntimeException | Error e) {
      try {
        clouds.close();
      } catch (RuntimeException also) {
        e.addSuppressed(also);
      }
      throw e;
    }
  }

  private void start() {
    long deadline = deadline();
    try {
      Startables.deepStart(containers).join();
    } catch (CompletionException e) {
      String reason = innermost(e).toString();
      String message = "the containers of three clouds cannot be started: " + reason;
      throw PORT_TAKEN.matcher(reason).find()
          ? new PortTakenException(message, e)
          : new ContainerLaunchException(message, e);
    }
    for (CloudContainer each : containers) {
      await(each, deadline);
    }
  }

  private static Throwable innermost(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private long deadline() {
    return System.nanoTime() + patience.toNanos();
  }

  /** Waits until a cloud is ready. */
  private void await(CloudContainer container, long deadline) {
    CloudProbe probe = new CloudProbe(configuration(), container.place().party());
    while (true) {
      boolean running = container.isRunning();
      CloudLog log = new CloudLog(container.logsOfThisRun());
      Optional<String> missing =
          log.isInitialised()
              ? probe.missing()
              : Optional.of("its master has not been initialised");
      if (missing.isEmpty()) {
        return;
      }
      CloudPlace cloud = container.place();
      if (!running) {
        throw new ContainerLaunchException(
            "%s ended with status %d.%s".formatted(cloud, container.exitStatus(), log.end()));
      }
      log.abort()
          .ifPresent(
              reason -> {
                throw new ContainerLaunchException(
                    "a server of %s gave up: %s%s".formatted(cloud, reason, log.end()));
              });
      if (System.nanoTime() - deadline > 0) {
        throw new ContainerLaunchException(
            "%s was not ready after %d ms: %s; give it longer with withStartupTimeout, or less to do on this machine.%s"
                .formatted(cloud, patience.toMillis(), missing.get(), log.end()));
      }
      pause();
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ContainerLaunchException("interrupted while three clouds were started", e);
    }
  }

  /** A configuration of its own for a client of the three. */
  Configuration configuration() {
    Configuration configuration = HBaseConfiguration.create();
    client.settings().forEach(configuration::set);
    return configuration;
  }

  CloudContainer container(Party party) {
    return containers.get(party.index());
  }

  /** Starts a cloud that is stopped and waits until it is ready. */
  void startAgain(Party party) {
    container(party).startAgain();
    await(container(party), deadline());
  }

  /** Removes the containers with their data, the network and the application's keys. */
  @Override
  public void close() {
    try {
      containers.forEach(CloudContainer::stop);
    } finally {
      try {
        network.close();
      } finally {
        folder.close();
      }
    }
  }

  /** Failure that other ports may mend. */
  private static final class PortTakenException extends ContainerLaunchException {
    private static final long serialVersionUID = 1L;

    PortTakenException(String message, Exception cause) {
      super(message, cause);
    }
  }

  /**
   * Choices of a test about its three clouds.
   *
   * @param image that of a cloud
   * @param settings more for every cloud's hbase-site.xml
   * @param heap of each cloud's process, as the JVM takes it
   * @param patience longest wait for clouds to be ready
   */
  record Plan(DockerImageName image, Map<String, String> settings, String heap, Duration patience) {

    Plan {
      settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }
  }

  /** Log of one run of a cloud's process. */
  static final class CloudLog {
    private static final int LAST = 20;
    private static final String INITIALISED = "Master has completed initialization";

    /** Text with which HBase announces that a server gives up; the process around it may go on. */
    private static final String ABORT = "***** ABORTING ";

    private final List<String> lines;

    CloudLog(String text) {
      this.lines = text.lines().toList();
    }

    /** Whether its master has said that it is ready. */
    boolean isInitialised() {
      return lines.stream().anyMatch(line -> line.contains(INITIALISED));
    }

    /** Reason for which a server inside the process gave up. */
    Optional<String> abort() {
      return lines.stream()
          .filter(line -> line.contains(ABORT))
          .map(line -> line.substring(line.indexOf(ABORT) + ABORT.length()).strip())
          .findFirst();
    }

    /** Its last lines, with a heading. */
    String end() {
      if (lines.isEmpty()) {
        return "\nIts log is empty.";
      }
      List<String> last = lines.subList(Math.max(0, lines.size() - LAST), lines.size());
      return "\nThe last lines of its log:\n" + String.join("\n", last);
    }
  }

  /** Question to one cloud, from where the tests run: is it ready for a client? */
  private static final class CloudProbe {
    private final Configuration cloud;

    CloudProbe(Configuration client, Party party) {
      this.cloud = CloudConfiguration.of(client, party);
    }

    /** The first thing that is still missing, if any. */
    Optional<String> missing() {
      try (Connection connection = ConnectionFactory.createConnection(cloud);
          Admin admin = connection.getAdmin()) {
        ClusterMetrics metrics =
            admin.getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS, Option.REGIONS_IN_TRANSITION));
        if (metrics.getLiveServerMetrics().isEmpty()) {
          return Optional.of("its RegionServer has not reported to its master");
        }
        int moving = metrics.getRegionStatesInTransition().size();
        if (moving > 0) {
          return Optional.of(moving + " of its regions are not assigned");
        }
        // Refused until the master is initialised.
        admin.getNamespaceDescriptor("default");
        return Optional.empty();
      } catch (IOException e) {
        return Optional.of("its master does not answer: " + e.getMessage());
      }
    }
  }
}
