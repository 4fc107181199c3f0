package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.net.InetSocketAddress;

/** Directory of the addresses at which peers' servers take connections of the mesh. */
@FunctionalInterface
public interface PeerDirectory {

  /**
   * The server's address, resolved or not. Called on a thread that may block, once per connection.
   *
   * @throws IOException if it is not known; the message is one sentence with the reason
   */
  InetSocketAddress locate(Party party, String server) throws IOException;
}
