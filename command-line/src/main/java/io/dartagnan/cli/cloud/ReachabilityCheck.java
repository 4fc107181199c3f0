package io.dartagnan.cli.cloud;

import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.Sentence;
import io.dartagnan.client.configuration.CloudConfiguration;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
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
import org.apache.hadoop.hbase.zookeeper.ZKConfig;

/**
 * Checks within seconds that each of the three clouds answers, so that a cloud that is down is
 * named at once and not after HBase's own retries.
 */
public final class ReachabilityCheck {

  private static final int CONNECT_MILLIS = 2_000;
  private static final int ANSWER_MILLIS = 5_000;
  private static final int DEADLINE_MILLIS = 10_000;

  private final Configuration configuration;

  public ReachabilityCheck(Configuration configuration) {
    this.configuration = configuration;
  }

  /**
   * Returns when all three clouds answer.
   *
   * @throws CommandException naming every cloud that does not
   */
  void require() {
    List<Configuration> clouds = new ArrayList<>();
    for (Party party : Party.ALL) {
      clouds.add(configuration(party));
    }
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
              clouds.stream().map(ReachabilityCheck::question).toList(),
              DEADLINE_MILLIS,
              TimeUnit.MILLISECONDS);
      List<String> silent = new ArrayList<>();
      for (Party party : Party.ALL) {
        String reason = reason(answers.get(party.index()));
        if (reason != null) {
          silent.add(
              "cloud %d (%s) does not answer: %s"
                  .formatted(
                      party.index(),
                      ZKConfig.getZKQuorumServersString(clouds.get(party.index())),
                      reason));
        }
      }
      if (!silent.isEmpty()) {
        throw new CommandException(String.join("; ", silent) + "; see clusters/local status");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("interrupted while checking that the clouds answer", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private Configuration configuration(Party party) {
    Configuration cloud;
    try {
      cloud = CloudConfiguration.of(configuration, party);
    } catch (IllegalArgumentException e) {
      throw new CommandException(
          e.getMessage()
              + ", or put the folder that 'clusters/local env' prints as DARTAGNAN_CONF on the"
              + " class path",
          e);
    }
    cloud.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
    cloud.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, ANSWER_MILLIS);
    cloud.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, ANSWER_MILLIS);
    cloud.setInt(HConstants.ZK_SESSION_TIMEOUT, ANSWER_MILLIS);
    cloud.setInt("zookeeper.recovery.retry", 1);
    return cloud;
  }

  private static Callable<Void> question(Configuration cloud) {
    return () -> {
      requireOpenPort(ZKConfig.getZKQuorumServersString(cloud));
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

  private static void requireOpenPort(String quorum) throws IOException {
    IOException last = null;
    for (String server : quorum.split(",")) {
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
    throw last == null ? new IOException("its ZooKeeper quorum is empty") : last;
  }

  private static String reason(Future<Void> answer) throws InterruptedException {
    try {
      answer.get();
      return null;
    } catch (CancellationException e) {
      return "no answer within " + DEADLINE_MILLIS / 1000 + " s";
    } catch (ExecutionException e) {
      return Sentence.of(e.getCause());
    }
  }
}
