package io.dartagnan.clusters.command;

import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.terminal.CommandException;
import picocli.CommandLine.Parameters;

/** Parameter that names the party for a command of {@code clusters/certs}. */
final class PartyParameter {
  @Parameters(paramLabel = "PARTY", description = "Whose: 0, 1 or 2.")
  private int party;

  /** The party, refused if there is none of that number. */
  int required() {
    if (party < 0 || party >= Role.CLOUDS.size()) {
      throw CommandException.usage("there is no party " + party + "; name 0, 1 or 2");
    }
    return party;
  }
}
