package io.dartagnan.mesh.bench;

import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bench.Exchanges;
import java.io.IOException;
import java.util.Map;

/** Three meshes on loopback that speak TLS with each other, under certificates made for them. */
final class MeshExchanges implements Exchanges {
  private final TemporaryCertificates certificates;
  private final ThreeMeshes meshes;

  private MeshExchanges(TemporaryCertificates certificates, ThreeMeshes meshes) {
    this.certificates = certificates;
    this.meshes = meshes;
  }

  /** Makes certificates and starts the meshes; takes a few seconds. */
  static MeshExchanges start() throws IOException, InterruptedException {
    TemporaryCertificates certificates = new TemporaryCertificates();
    try {
      return new MeshExchanges(certificates, ThreeMeshes.start(certificates.get()));
    } catch (IOException | RuntimeException e) {
      certificates.close();
      throw e;
    }
  }

  @Override
  public Triple open() {
    Map<Party, MeshSession> sides = meshes.openAll(ThreeMeshes.newId());
    return new Triple(
        Party.ALL.stream().map(sides::get).toList(),
        () -> sides.values().forEach(MeshSession::close));
  }

  @Override
  public void close() throws IOException {
    meshes.close();
    certificates.close();
  }
}
