package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import java.util.List;

/**
 * Whether every message, openings aside, is masked by something that its receiver does not know.
 *
 * <p>A party knows two of the three keys, and so takes off whatever masks are drawn from them. The
 * same shares are worked on many times over with these two keys unchanged and the third one fresh:
 * what the party receives must be as fresh, bit by bit, by itself and against its neighbouring word
 * and the other messages. Its own shares of input need no look, being the same each time; nor does
 * its output, which it computes of what it has seen.
 *
 * <p>A message that the receiver could compute from what it has, such as a copy to be compared, is
 * found too: it is not needed against a party that follows the protocol.
 */
final class UnknownMasks {
  /** More than the square of the bound, so that a bit that never changes is beyond it. */
  private static final int SESSIONS = 128;

  private final long seed;
  private final Uniformity uniformity = new Uniformity();

  UnknownMasks(long seed) {
    this.seed = seed;
  }

  /** For each of the three as receiver. */
  void coverEveryMessageOf(Operation operation) {
    for (Party receiver : Party.ALL) {
      List<Received> sessions =
          ReceiverKeys.received(operation, receiver, 0, SESSIONS, seed).stream()
              .map(Received::hidden)
              .toList();
      Received first = sessions.get(0);
      for (Received session : sessions) {
        assertThat(session.shape())
            .as("lengths of messages at %s of %s (seed %d)", receiver, operation, seed)
            .isEqualTo(first.shape());
      }
      for (Look look : Look.at(first.views(), message -> true)) {
        uniformity.countEach(
            look.ones(sessions),
            SESSIONS,
            bit ->
                "bit %d of %s at %s, less the masks that it knows, over sessions of %s"
                    .formatted(bit, look, receiver, operation));
      }
    }
    uniformity.assertNoneBeyondChance(seed);
  }
}
