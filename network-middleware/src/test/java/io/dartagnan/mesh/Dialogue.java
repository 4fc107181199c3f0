package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Dialogue of the three parties of one session: in each round of each stream everybody sends a
 * message to both peers, then receives one from both. Lengths and bytes follow from a seed, so that
 * every byte is checked where it arrives.
 *
 * @param servers who takes part
 * @param streams how many of the session's streams talk, each on a thread of its own
 * @param rounds messages per stream and peer
 * @param longest length of a message in bytes: 0 for one in eight, else 1 to this, short ones more
 *     often
 */
record Dialogue(
    SessionId id, Map<Party, String> servers, int streams, int rounds, int longest, long seed) {
  /** More rounds than any test waits for. */
  static final int ENDLESS = Integer.MAX_VALUE;

  /** Between the three meshes' own servers. */
  static Dialogue of(int streams, int rounds, int longest, long seed) {
    return new Dialogue(ThreeMeshes.newId(), ThreeMeshes.SERVERS, streams, rounds, longest, seed);
  }

  /** This dialogue among other servers. */
  Dialogue among(Map<Party, String> others) {
    return new Dialogue(id, others, streams, rounds, longest, seed);
  }

  /**
   * One party's side of one stream, to its end.
   *
   * @param beforeReceive called with the peer before each message is received
   * @throws AssertionError if a message is not what the peer was to send
   */
  void hold(Exchange side, int stream, Consumer<Party> beforeReceive) {
    Party self = side.self();
    Party[] peers = {self.next(), self.prev()};
    for (int round = 0; round < rounds; round++) {
      for (Party peer : peers) {
        side.send(peer, round, ByteBuffer.wrap(message(self, peer, stream, round)));
      }
      for (Party peer : peers) {
        beforeReceive.accept(peer);
        ByteBuffer got = side.receive(peer, round);
        if (!got.equals(ByteBuffer.wrap(message(peer, self, stream, round)))) {
          throw new AssertionError(
              "%s got %d other bytes than %s was to send in round %d of stream %d of %s"
                  .formatted(self, got.remaining(), peer, round, stream, this));
        }
      }
    }
  }

  private byte[] message(Party from, Party to, int stream, int round) {
    long place = ((long) round * Exchange.STREAMS + stream) * 9 + from.index() * 3L + to.index();
    SplittableRandom random = new SplittableRandom(seed ^ (place * 0x9E3779B97F4A7C15L));
    byte[] bytes = new byte[random.nextInt(8) == 0 ? 0 : length(random)];
    random.nextBytes(bytes);
    return bytes;
  }

  /** A random length: as many between 1 and 2 as between half the longest and the longest. */
  private int length(SplittableRandom random) {
    return (int) Math.min(longest, Math.exp(random.nextDouble() * Math.log(longest + 1.0)));
  }

  /** Which session and which seed. */
  @Override
  public String toString() {
    return id + " seeded " + seed;
  }
}
