package io.dartagnan.cli.doctor;

import java.util.List;

/** Judges whether a machine of the applications is kept out of the meshes. */
final class FirewallCheck implements Check {

  @Override
  public String name() {
    return "firewall";
  }

  @Override
  public String looksAt() {
    return "that this machine does not reach the mesh of any RegionServer, unless it is on that server's network";
  }

  @Override
  public List<String> unseen(Facts facts) {
    return ServerTold.missingIn(facts);
  }

  @Override
  public List<Finding> findings(Facts facts) {
    return ServerTold.in(facts).stream()
        .filter(server -> facts.reached().contains(MeshReach.address(server.status())))
        .map(
            server ->
                new Finding(
                    name(),
                    server.name(),
                    "this machine reaches its mesh at %s, which is for the RegionServers of the other clouds alone"
                        .formatted(MeshReach.address(server.status())),
                    "load the rules of firewall.nft there, or others that keep everybody else out"))
        .toList();
  }
}
