package io.dartagnan.clusters.certs;

import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import java.util.Map;

/** Certificates of the three clouds of {@code clusters/local}, in each cloud's own folder. */
public final class DevelopmentCertificates {
  private static final int DAYS = 3650;

  private final StateFolder state;

  public DevelopmentCertificates(StateFolder state) {
    this.state = state;
  }

  /** Makes the set when a part of it is missing; keeps it otherwise. */
  public void ensure() {
    CertificateSet set = new CertificateSet(Role.CLOUDS.stream().map(this::stores).toList());
    if (!set.isComplete()) {
      set.make(DAYS);
    }
  }

  /** The settings by which a cloud's mesh finds its key and the certificates it accepts. */
  public Map<String, String> settings(Role cloud) {
    return stores(cloud).settings();
  }

  private PartyStores stores(Role cloud) {
    return new PartyStores(cloud.party(), state.of(cloud).resolve("tls"));
  }
}
