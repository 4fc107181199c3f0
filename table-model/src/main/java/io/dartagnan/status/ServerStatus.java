package io.dartagnan.status;

import io.dartagnan.mpc.Party;
import java.util.List;

/**
 * What a RegionServer of a cloud tells of itself. Nothing in it is secret.
 *
 * @param party the one that its cloud is configured to be
 * @param server HBase's name of it, {@code host,port,startcode}
 * @param release of d'Artagnan
 * @param oldestMeshVersion the oldest version of the protocol between the clouds' meshes that it
 *     speaks
 * @param newestMeshVersion the newest; of a release that tells of one alone, the same
 * @param meshHost host at which the other clouds are told to reach its mesh
 * @param meshPort port at which they are, 1 to 65535
 * @param now its clock, in milliseconds since the epoch
 * @param deviations of the queries since it started, those in which it found that another cloud did
 *     not follow the protocol; {@link #UNTOLD} of a release that does not tell
 * @param lastDeviation what it found in the last of them; empty if there is none
 * @param certificates its own one and those that it accepts of each party
 * @param discovery what it finds there
 * @param peers the other clouds' servers that it finds there, and whether it reaches them
 */
public record ServerStatus(
    Party party,
    String server,
    String release,
    int oldestMeshVersion,
    int newestMeshVersion,
    String meshHost,
    int meshPort,
    long now,
    long deviations,
    String lastDeviation,
    List<CertificateStatus> certificates,
    DiscoveryStatus discovery,
    List<PeerStatus> peers) {

  /** Number of deviations of a release that does not tell. */
  public static final long UNTOLD = -1;

  /** Copies the lists. */
  public ServerStatus {
    certificates = List.copyOf(certificates);
    peers = List.copyOf(peers);
  }

  /**
   * The certificate that it shows.
   *
   * @throws IllegalArgumentException if the status has none
   */
  public CertificateStatus ownCertificate() {
    return certificates.stream()
        .filter(CertificateStatus::own)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException(server + " tells of no certificate of its own"));
  }
}
