package io.dartagnan.server;

import io.dartagnan.mesh.Mesh;
import io.dartagnan.mesh.MeshMetrics;
import io.dartagnan.mesh.tls.Refusal;
import io.dartagnan.mesh.tls.Refusals;
import io.dartagnan.mpc.Party;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.MetricRegistry;

/**
 * Shows a mesh's numbers among the RegionServer's own metrics: over JMX and whatever sink Hadoop is
 * configured with.
 */
final class MeshGauges implements AutoCloseable {
  private final MetricRegistry registry;
  private final Map<String, LongSupplier> gauges;

  private MeshGauges(MetricRegistry registry, Map<String, LongSupplier> gauges) {
    this.registry = registry;
    this.gauges = gauges;
  }

  /** Registers the numbers of a mesh until closed. */
  static MeshGauges register(MetricRegistry registry, Mesh mesh, Party self) {
    MeshGauges shown = new MeshGauges(registry, of(mesh, self));
    shown.gauges.forEach((name, value) -> registry.register(name, gauge(value)));
    return shown;
  }

  private static Gauge<Long> gauge(LongSupplier value) {
    return value::getAsLong;
  }

  /** By name; docs/operations.md says what each means. */
  static Map<String, LongSupplier> of(Mesh mesh, Party self) {
    MeshMetrics metrics = mesh.metrics();
    Map<String, LongSupplier> gauges = new LinkedHashMap<>();
    gauges.put("meshMessagesSent", metrics::messagesSent);
    gauges.put("meshMessagesReceived", metrics::messagesReceived);
    gauges.put("meshBytesSent", metrics::bytesSent);
    gauges.put("meshBytesReceived", metrics::bytesReceived);
    gauges.put("meshSessionsOpened", metrics::sessionsOpened);
    gauges.put("meshSessionsOpen", metrics::sessionsOpen);
    gauges.put("meshSessionsFailed", metrics::sessionsFailed);
    gauges.put("meshAbortsReceived", metrics::abortsReceived);
    gauges.put("meshConnectionsOpen", metrics::connectionsOpen);
    gauges.put("meshConnectionsDialled", metrics::connectionsDialled);
    gauges.put("meshConnectionsAccepted", metrics::connectionsAccepted);
    gauges.put("meshConnectionsLost", metrics::connectionsLost);
    gauges.put("meshConnectionsIdled", metrics::connectionsIdled);
    gauges.put("meshDialsFailed", metrics::dialsFailed);
    gauges.put("meshWindowWaits", metrics::windowWaits);
    gauges.put("meshWindowWaitMillis", metrics::windowWaitMillis);
    for (Party peer : new Party[] {self.next(), self.prev()}) {
      String of = "OfParty" + peer.index();
      gauges.put("meshUnreadBytes" + of, () -> metrics.unreadBytes(peer));
      gauges.put("meshMostUnreadBytes" + of, () -> metrics.mostUnreadBytes(peer));
    }
    Refusals refusals = mesh.tls().refusals();
    gauges.put("meshRefused", refusals::total);
    for (Refusal refusal : Refusal.values()) {
      gauges.put("meshRefused" + camel(refusal), () -> refusals.count(refusal));
    }
    return gauges;
  }

  /** {@code WRONG_PARTY} as {@code WrongParty}. */
  private static String camel(Refusal refusal) {
    StringBuilder camel = new StringBuilder();
    Arrays.stream(refusal.name().toLowerCase(Locale.ROOT).split("_"))
        .forEach(
            word -> camel.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1)));
    return camel.toString();
  }

  @Override
  public void close() {
    gauges.keySet().forEach(registry::remove);
  }
}
