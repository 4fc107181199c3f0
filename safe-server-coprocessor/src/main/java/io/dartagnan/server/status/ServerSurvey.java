package io.dartagnan.server.status;

import io.dartagnan.discovery.Discovery;
import io.dartagnan.discovery.DiscoveryException;
import io.dartagnan.discovery.ServerRecord;
import io.dartagnan.mesh.session.Mesh;
import io.dartagnan.mesh.tls.PartyCertificates;
import io.dartagnan.mpc.Party;
import io.dartagnan.status.CertificateStatus;
import io.dartagnan.status.DiscoveryStatus;
import io.dartagnan.status.ServerStatus;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Survey of what a RegionServer holds, finds and reaches: its certificates, the records in
 * discovery, and its peers, to each of which it connects. It takes a few seconds at most.
 */
public final class ServerSurvey implements Supplier<ServerStatus> {
  /** Servers of one peer that are connected to; more are counted only. */
  static final int MOST_PEERS_OF_A_CLOUD = 32;

  private final Party party;
  private final ServerRecord own;
  private final PartyCertificates certificates;
  private final Discovery discovery;
  private final Mesh mesh;
  private final LongSupplier deviations;
  private final Supplier<String> lastDeviation;
  private final PeerAttempts attempts;

  /**
   * A survey that is to be made.
   *
   * @param own this server, as it is registered with discovery
   * @param deviations how often it has found another cloud to deviate from the protocol
   * @param lastDeviation what it found last
   */
  public ServerSurvey(
      ServerRecord own,
      PartyCertificates certificates,
      Discovery discovery,
      Mesh mesh,
      LongSupplier deviations,
      Supplier<String> lastDeviation) {
    this.party = Party.of(own.party());
    this.own = own;
    this.certificates = certificates;
    this.discovery = discovery;
    this.mesh = mesh;
    this.deviations = deviations;
    this.lastDeviation = lastDeviation;
    this.attempts = new PeerAttempts(mesh);
  }

  @Override
  public ServerStatus get() {
    String failure = "";
    Discovery.Inspection found = new Discovery.Inspection(List.of(), List.of());
    try {
      found = discovery.inspect();
    } catch (DiscoveryException e) {
      failure = e.getMessage();
    }
    List<Discovery.FoundRecord> peers =
        found.records().stream().filter(each -> each.record().party() != own.party()).toList();
    List<Discovery.FoundRecord> tried = ofEachCloud(peers);
    return new ServerStatus(
        party,
        own.server(),
        release(),
        mesh.versions().oldest(),
        mesh.versions().newest(),
        own.host(),
        own.port(),
        System.currentTimeMillis(),
        deviations.getAsLong(),
        lastDeviation.get(),
        certificates(),
        new DiscoveryStatus(
            discovery.keeper(), failure, found.rejected(), peers.size() - tried.size()),
        attempts.with(tried));
  }

  /** The release of d'Artagnan that this server runs, as Maven wrote it beside this class. */
  private static String release() {
    Properties written = new Properties();
    try (InputStream in = ServerSurvey.class.getResourceAsStream("release.properties")) {
      written.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return written.getProperty("version");
  }

  private static List<Discovery.FoundRecord> ofEachCloud(List<Discovery.FoundRecord> peers) {
    List<Discovery.FoundRecord> some = new ArrayList<>();
    for (Party cloud : Party.ALL) {
      peers.stream()
          .filter(each -> each.record().party() == cloud.index())
          .limit(MOST_PEERS_OF_A_CLOUD)
          .forEach(some::add);
    }
    return some;
  }

  /** The own one is always among those that are pinned for the own party. */
  private List<CertificateStatus> certificates() {
    X509Certificate shown = certificates.certificate();
    List<CertificateStatus> all = new ArrayList<>();
    for (Party each : Party.ALL) {
      for (X509Certificate pinned : certificates.pinned(each)) {
        all.add(
            new CertificateStatus(
                each,
                pinned.equals(shown),
                pinned.getSubjectX500Principal().getName(),
                pinned.getIssuerX500Principal().getName(),
                pinned.getNotBefore().getTime(),
                pinned.getNotAfter().getTime(),
                fingerprint(pinned)));
      }
    }
    return all;
  }

  private static String fingerprint(X509Certificate certificate) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("a certificate that was read cannot be written", e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
