package io.dartagnan.cli.doctor;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;

/**
 * Reading of the RegionServers' clocks.
 *
 * <p>HBase's API has no call for a server's time. But every RegionServer stamps its report to the
 * master, every three seconds unless configured otherwise, with its own clock, and the master gives
 * the stamp to any client: one that was not there a moment ago was made within that moment.
 */
final class ClockReading {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private final Admin admin;

  ClockReading(Admin admin) {
    this.admin = admin;
  }

  /**
   * Milliseconds by which each RegionServer's clock is ahead of this machine's, right to some 300
   * ms, by host and port. A server that does not report in time is left out.
   */
  Map<String, Long> millisAhead() throws IOException, InterruptedException {
    long end = System.nanoTime() + LONGEST.toNanos();
    Map<ServerName, Long> first = new HashMap<>();
    Map<String, Long> ahead = new HashMap<>();
    do {
      long before = System.currentTimeMillis();
      Map<ServerName, ServerMetrics> servers =
          admin
              .getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS))
              .getLiveServerMetrics();
      long now = before + (System.currentTimeMillis() - before) / 2;
      servers.forEach(
          (server, metrics) -> {
            Long earlier = first.putIfAbsent(server, metrics.getReportTimestamp());
            if (earlier != null && earlier != metrics.getReportTimestamp()) {
              ahead.putIfAbsent(
                  server.getAddress().toString(),
                  metrics.getReportTimestamp() - now + BETWEEN_LOOKS.toMillis() / 2);
            }
          });
      if (ahead.size() == servers.size()) {
        return ahead;
      }
      TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS.toMillis());
    } while (System.nanoTime() < end);
    return ahead;
  }
}
