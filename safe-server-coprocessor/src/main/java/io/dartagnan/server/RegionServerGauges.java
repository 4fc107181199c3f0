package io.dartagnan.server;

import io.dartagnan.discovery.DiscoveryMetrics;
import io.dartagnan.discovery.RejectedRecordException;
import io.dartagnan.mesh.MeshMetrics;
import io.dartagnan.mesh.Versions;
import io.dartagnan.mesh.session.Mesh;
import io.dartagnan.mesh.tls.HandshakeRejection;
import io.dartagnan.mesh.tls.HandshakeRejections;
import io.dartagnan.mesh.tls.PartyCertificates;
import io.dartagnan.mpc.Party;
import io.dartagnan.server.query.ColumnCounters;
import io.dartagnan.server.query.EvaluationMetrics;
import io.dartagnan.server.query.EvaluationRecord.EndReason;
import io.dartagnan.server.query.EvaluationRecord.OperationKind;
import io.dartagnan.server.query.Evaluations;
import io.dartagnan.server.query.admission.Admission;
import io.dartagnan.server.query.admission.MemoryBudget;
import io.dartagnan.server.write.ServerWrites.WriteCounts;
import io.dartagnan.write.WriteRefusal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.MetricRegistry;

/**
 * Shows the numbers of the mesh, of discovery, of evaluations and of writes among the
 * RegionServer's own metrics: over JMX and whatever sink Hadoop is configured with.
 */
final class RegionServerGauges implements AutoCloseable {
  private final MetricRegistry registry;
  private final Map<String, LongSupplier> gauges;
  private final List<String> histograms = new ArrayList<>();

  private RegionServerGauges(MetricRegistry registry, Map<String, LongSupplier> gauges) {
    this.registry = registry;
    this.gauges = gauges;
  }

  /** Registers them until closed. */
  static RegionServerGauges register(
      MetricRegistry registry,
      Party self,
      Mesh mesh,
      DiscoveryMetrics discovery,
      Evaluations evaluations,
      WriteCounts writes) {
    Map<String, LongSupplier> gauges = new LinkedHashMap<>();
    addMesh(gauges, mesh, self);
    addDiscovery(gauges, discovery);
    addEvaluations(gauges, evaluations);
    addMemory(gauges, evaluations.admission().memory(), evaluations.metrics().columns());
    addWrites(gauges, writes);
    RegionServerGauges shown = new RegionServerGauges(registry, gauges);
    shown.gauges.forEach((name, value) -> registry.register(name, gauge(value)));
    evaluations.metrics().report(shown::tookOf, shown.histogram("evaluationWaitMicros"));
    return shown;
  }

  private LongConsumer tookOf(OperationKind kind) {
    return histogram("evaluation" + camel(kind) + "Micros");
  }

  private LongConsumer histogram(String name) {
    histograms.add(name);
    return registry.histogram(name)::update;
  }

  private static Gauge<Long> gauge(LongSupplier value) {
    return value::getAsLong;
  }

  // docs/operating.md says what each means.
  private static void addMesh(Map<String, LongSupplier> gauges, Mesh mesh, Party self) {
    MeshMetrics metrics = mesh.metrics();
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
    for (int version = Versions.OLDEST; version <= Versions.NEWEST; version++) {
      int spoken = version;
      gauges.put("meshConnectionsOfVersion" + version, () -> metrics.connectionsOpen(spoken));
    }
    for (Party peer : new Party[] {self.next(), self.prev()}) {
      String of = "OfParty" + peer.index();
      gauges.put("meshUnreadBytes" + of, () -> metrics.unreadBytes(peer));
      gauges.put("meshMostUnreadBytes" + of, () -> metrics.mostUnreadBytes(peer));
    }
    HandshakeRejections rejections = mesh.tls().rejections();
    gauges.put("meshRefused", rejections::total);
    for (HandshakeRejection rejection : HandshakeRejection.values()) {
      gauges.put("meshRefused" + camel(rejection), () -> rejections.count(rejection));
    }
    PartyCertificates certificates = mesh.tls().certificates();
    gauges.put("meshCertificateReloadsFailed", certificates::failedReloads);
    for (Party party : Party.ALL) {
      gauges.put(
          "meshCertificateDaysLeftOfParty" + party.index(), () -> certificates.daysLeft(party));
    }
  }

  private static void addDiscovery(Map<String, LongSupplier> gauges, DiscoveryMetrics metrics) {
    gauges.put("discoveryLookups", metrics::lookups);
    gauges.put("discoveryCacheHits", metrics::cacheHits);
    gauges.put("discoveryHints", metrics::hints);
    gauges.put("discoveryRedisFailures", metrics::redisFailures);
    gauges.put("discoveryHeartbeatsFailed", metrics::heartbeatsFailed);
    gauges.put("discoverySubscriberReconnects", metrics::subscriberReconnects);
    gauges.put("discoveryRefused", metrics::rejected);
    for (RejectedRecordException.Reason reason : RejectedRecordException.Reason.values()) {
      gauges.put("discoveryRefused" + camel(reason), () -> metrics.rejected(reason));
    }
  }

  private static void addEvaluations(Map<String, LongSupplier> gauges, Evaluations evaluations) {
    Admission admission = evaluations.admission();
    gauges.put("evaluationsWaiting", admission::waiting);
    gauges.put("evaluationsRunning", admission::running);
    EvaluationMetrics metrics = evaluations.metrics();
    gauges.put("evaluationRowsJudged", metrics::rowsJudged);
    gauges.put("evaluationRowsReturned", metrics::rowsReturned);
    gauges.put("evaluationBytesSent", metrics::bytesSent);
    gauges.put("evaluationBatchesDiffered", metrics::batchesDiffered);
    for (EndReason reason : EndReason.values()) {
      gauges.put("evaluationsEnded" + camel(reason), () -> metrics.aborts(reason));
    }
    for (Party party : Party.ALL) {
      gauges.put(
          "writesMissingOfParty" + party.index(), () -> evaluations.lagging().missing(party));
    }
  }

  private static void addMemory(
      Map<String, LongSupplier> gauges, MemoryBudget memory, ColumnCounters columns) {
    gauges.put("memoryMaxBytes", memory::most);
    gauges.put("memoryMostTakenBytes", memory::mostTaken);
    gauges.put("memoryMeshBytes", memory::fixed);
    gauges.put("memoryEvaluationBytes", memory::working);
    gauges.put("memoryEvictableBytes", memory::evictable);
    gauges.put("columnBytes", columns::bytes);
    gauges.put("columnHits", columns::hits);
    gauges.put("columnMisses", columns::misses);
    gauges.put("columnBuilds", columns::builds);
    gauges.put("columnEvictions", columns::evictions);
    gauges.put("columnMarkedRows", columns::markedRows);
  }

  private static void addWrites(Map<String, LongSupplier> gauges, WriteCounts counts) {
    for (WriteRefusal.Reason reason : WriteRefusal.Reason.values()) {
      gauges.put("writesRefused" + camel(reason), () -> counts.refused(reason));
    }
    gauges.put("versionsKeptUnsettled", counts::versionsKeptUnsettled);
    gauges.put("bytesKeptUnsettled", counts::bytesKeptUnsettled);
    gauges.put("oldestUnsettledMillis", counts::oldestUnsettledMillis);
    gauges.put("leftoversRemoved", counts::leftoversRemoved);
    gauges.put("writesWaited", counts::stripeWaits);
    gauges.put("writesLongestWaitMillis", counts::longestStripeWaitMillis);
  }

  /** {@code WRONG_PARTY} as {@code WrongParty}. */
  private static String camel(Enum<?> rejection) {
    StringBuilder camel = new StringBuilder();
    Arrays.stream(rejection.name().toLowerCase(Locale.ROOT).split("_"))
        .forEach(
            word -> camel.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1)));
    return camel.toString();
  }

  @Override
  public void close() {
    gauges.keySet().forEach(registry::remove);
    histograms.forEach(registry::remove);
  }
}
