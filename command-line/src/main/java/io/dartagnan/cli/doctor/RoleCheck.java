package io.dartagnan.cli.doctor;

import io.dartagnan.mpc.Party;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Judges whether each cloud is the party that the client takes it for. */
final class RoleCheck implements Check {

  @Override
  public String name() {
    return "parties";
  }

  @Override
  public String looksAt() {
    return "that cloud i of this client is configured as party i";
  }

  @Override
  public List<String> unseen(Facts facts) {
    return ServerTold.missingIn(facts);
  }

  @Override
  public List<Finding> findings(Facts facts) {
    Map<Party, TreeSet<Party>> told = new TreeMap<>();
    List<ServerFacts> wrong = new ArrayList<>();
    for (ServerFacts server : facts.servers()) {
      server
          .status()
          .ifPresent(
              status -> {
                told.computeIfAbsent(server.cloud(), none -> new TreeSet<>()).add(status.party());
                if (status.party() != server.cloud()) {
                  wrong.add(server);
                }
              });
    }
    return wrong.stream().map(server -> finding(server, told)).toList();
  }

  private Finding finding(ServerFacts server, Map<Party, TreeSet<Party>> told) {
    int cloud = server.cloud().index();
    Party party = server.status().orElseThrow().party();
    boolean swapped = told.getOrDefault(party, new TreeSet<>()).contains(server.cloud());
    return new Finding(
        name(),
        server.name(),
        "it is configured as party %d, and this client takes it for cloud %d"
            .formatted(party.index(), cloud),
        swapped
            ? "swap dartagnan.party.%d.* and dartagnan.party.%d.* of the client: the two are the wrong way round"
                .formatted(Math.min(cloud, party.index()), Math.max(cloud, party.index()))
            : "correct dartagnan.party.%d.* of the client, or dartagnan.party there"
                .formatted(cloud));
  }
}
