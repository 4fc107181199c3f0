package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mpc.Party;

/** What a server holds for evaluations: places, memory, and sessions. */
final class HeldByServer {
  private HeldByServer() {}

  /** Fails unless it holds nothing. */
  static void assertNothing(Evaluations server, ThreeMeshes meshes, Party party) {
    assertThat(server.admission().waiting()).as("waiting at %s", party).isZero();
    assertThat(server.admission().running()).as("running at %s", party).isZero();
    assertThat(server.admission().tickets()).as("tickets at %s", party).isZero();
    assertThat(server.admission().memory().working()).as("bytes at %s", party).isZero();
    assertThat(meshes.mesh(party).metrics().sessionsOpen()).as("sessions of %s", party).isZero();
  }
}
