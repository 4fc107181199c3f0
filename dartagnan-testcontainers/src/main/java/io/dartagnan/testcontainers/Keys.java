package io.dartagnan.testcontainers;

import io.dartagnan.mpc.Party;
import java.util.List;
import java.util.stream.Stream;

/** Keys of one set of three clouds and of the application under test, made anew for each set. */
final class Keys {
  private final List<SelfSignedKey> mesh;
  private final List<SelfSignedKey> rpc;
  private final SelfSignedKey client;

  private Keys(List<SelfSignedKey> mesh, List<SelfSignedKey> rpc, SelfSignedKey client) {
    this.mesh = mesh;
    this.rpc = rpc;
    this.client = client;
  }

  /**
   * Makes all of them.
   *
   * @param host that by which the servers of the clouds are reached
   */
  static Keys make(String host) {
    List<String> hosts = Stream.of(host, "localhost", "127.0.0.1").distinct().toList();
    return new Keys(
        Party.ALL.stream()
            .map(party -> SelfSignedKey.make("party-" + party.index(), List.of()))
            .toList(),
        Party.ALL.stream()
            .map(party -> SelfSignedKey.make("cloud-" + party.index(), hosts))
            .toList(),
        SelfSignedKey.make("client", List.of()));
  }

  /** A cloud's for the mesh: it accepts the three parties. */
  PinnedStores mesh(Party party) {
    return PinnedStores.of(mesh.get(party.index()), mesh);
  }

  /** A cloud's for HBase's own TLS: it accepts itself and the application. */
  PinnedStores rpc(Party party) {
    SelfSignedKey own = rpc.get(party.index());
    return PinnedStores.of(own, List.of(own, client));
  }

  /** The application's for one cloud: it accepts that cloud there and no other. */
  PinnedStores client(Party party) {
    return PinnedStores.of(client, List.of(rpc.get(party.index())));
  }
}
