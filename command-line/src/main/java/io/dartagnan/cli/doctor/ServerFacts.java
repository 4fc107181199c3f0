package io.dartagnan.cli.doctor;

import io.dartagnan.mpc.Party;
import io.dartagnan.status.ServerStatus;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;

/**
 * What one RegionServer tells of itself.
 *
 * @param cloud the one that the client takes it for
 * @param server HBase's name of it
 * @param status what it tells; empty if it tells nothing
 * @param asked whether it could be asked: a server without a region of a table cannot
 * @param silence why it tells nothing; empty if it does
 */
record ServerFacts(
    Party cloud, ServerName server, Optional<ServerStatus> status, boolean asked, String silence) {

  /** One that has told its status. */
  static ServerFacts told(Party cloud, ServerName server, ServerStatus status) {
    return new ServerFacts(cloud, server, Optional.of(status), true, "");
  }

  /** One that was asked and has not. */
  static ServerFacts silent(Party cloud, ServerName server, String why) {
    return new ServerFacts(cloud, server, Optional.empty(), true, why);
  }

  /** One that no client can ask. */
  static ServerFacts unasked(Party cloud, ServerName server, String why) {
    return new ServerFacts(cloud, server, Optional.empty(), false, why);
  }

  /** The server in a sentence. */
  String name() {
    return "%s, RegionServer %s".formatted(CloudFacts.nameOf(cloud), server.getAddress());
  }
}
