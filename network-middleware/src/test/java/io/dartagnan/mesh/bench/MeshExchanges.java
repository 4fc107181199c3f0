package io.dartagnan.mesh.bench;

import io.dartagnan.mesh.MeshSession;
import io.dartagnan.mesh.TestCertificates;
import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bench.Exchanges;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Three meshes on loopback that speak TLS with each other, under certificates made for them. */
final class MeshExchanges implements Exchanges {
  private final Path certificates;
  private final ThreeMeshes meshes;

  private MeshExchanges(Path certificates, ThreeMeshes meshes) {
    this.certificates = certificates;
    this.meshes = meshes;
  }

  /** Makes certificates and starts the meshes; takes a few seconds. */
  static MeshExchanges start() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("dartagnan-bench");
    try {
      return new MeshExchanges(folder, ThreeMeshes.start(TestCertificates.in(folder)));
    } catch (IOException | InterruptedException | RuntimeException e) {
      delete(folder);
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
    delete(certificates);
  }

  private static void delete(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
