package io.dartagnan.cli.cloud;

import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.Sentence;
import io.dartagnan.client.configuration.ClientSettings;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * Checks within seconds that each of the clouds answers, so that a cloud that is down is named at
 * once and not after HBase's own retries.
 */
public final class ReachabilityCheck {

  private static final int CONNECT_MILLIS = 2_000;
  private static final int DEADLINE_MILLIS = 20_000;
  private static final int SOON_MILLIS = 12_000;

  private final Configuration configuration;

  public ReachabilityCheck(Configuration configuration) {
    this.configuration = configuration;
  }

  /**
   * Returns when all clouds answer.
   *
   * @throws CommandException naming every cloud that does not
   */
  void require() {
    silence(DEADLINE_MILLIS)
        .ifPresent(
            sentence -> {
              throw new CommandException(sentence);
            });
  }

  /** A sentence that names every cloud that does not answer soon; empty if all do. */
  Optional<String> silence() {
    return silence(SOON_MILLIS);
  }

  private Optional<String> silence(int withinMillis) {
    List<String> silent = new ArrayList<>();
    byParty(withinMillis)
        .forEach(
            (party, reason) ->
                silent.add(
                    "cloud %d (%s) does not answer: %s"
                        .formatted(party.index(), BareCloud.place(configuration, party), reason)));
    return silent.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.join("; ", silent)
                + "; start it again ('clusters/local status' shows those of clusters/local)");
  }

  /** The clouds that do not answer, and why. */
  public Map<Party, String> byParty() {
    return byParty(DEADLINE_MILLIS);
  }

  private Map<Party, String> byParty(int withinMillis) {
    List<Party> parties = ClientSettings.placement(configuration).clouds();
    List<Configuration> clouds =
        parties.stream().map(party -> BareCloud.configuration(configuration, party)).toList();
    ExecutorService threads =
        Executors.newFixedThreadPool(
            clouds.size(),
            task -> {
              Thread thread = new Thread(task, "reachability");
              thread.setDaemon(true);
              return thread;
            });
    try {
      List<Future<Void>> answers =
          threads.invokeAll(
              clouds.stream().map(cloud -> question(cloud, withinMillis)).toList(),
              withinMillis,
              TimeUnit.MILLISECONDS);
      Map<Party, String> silent = new EnumMap<>(Party.class);
      for (Party party : parties) {
        reason(answers.get(party.index()), withinMillis)
            .ifPresent(reason -> silent.put(party, reason));
      }
      return silent;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("interrupted while checking that the clouds answer", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static Callable<Void> question(Configuration cloud, int withinMillis) {
    // The first calls of a process, before its code is compiled, may take long on a busy machine.
    cloud.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, withinMillis);
    return () -> {
      requireOpenPort(BareCloud.place(cloud));
      try (Connection connection = ConnectionFactory.createConnection(cloud);
          Admin admin = connection.getAdmin()) {
        ClusterMetrics metrics =
            admin.getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS));
        if (metrics.getLiveServerMetrics().isEmpty()) {
          throw new IOException("it has no live RegionServer");
        }
      }
      return null;
    };
  }

  private static void requireOpenPort(String place) throws IOException {
    IOException last = null;
    for (String server : place.split(",")) {
      int colon = server.lastIndexOf(':');
      String host = server.substring(0, colon);
      int port = Integer.parseInt(server.substring(colon + 1));
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
        return;
      } catch (IOException e) {
        last = e;
      }
    }
    throw last == null ? new IOException("nothing says where its servers are") : last;
  }

  private static Optional<String> reason(Future<Void> answer, int withinMillis)
      throws InterruptedException {
    try {
      answer.get();
      return Optional.empty();
    } catch (CancellationException e) {
      return Optional.of("no answer within " + withinMillis / 1000 + " s");
    } catch (ExecutionException e) {
      return Optional.of(Sentence.of(e.getCause()));
    }
  }
}
