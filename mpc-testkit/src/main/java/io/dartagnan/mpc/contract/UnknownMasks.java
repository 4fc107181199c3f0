package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.MemoryExchange;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.harness.View;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.session.Session;
import java.util.ArrayList;
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
      List<List<View>> sessions = receivedBy(receiver, operation);
      List<View> first = sessions.get(0);
      for (List<View> views : sessions) {
        assertThat(views.stream().map(View::bits).toList())
            .as("lengths of messages at %s of %s (seed %d)", receiver, operation, seed)
            .isEqualTo(first.stream().map(View::bits).toList());
      }
      for (Look look : Look.at(first, message -> true)) {
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

  private List<List<View>> receivedBy(Party receiver, Operation operation) {
    return Trial.seeded(seed)
        .run((session, exchange) -> side(receiver, operation, exchange))
        .orThrow()
        .get(receiver.index());
  }

  private List<List<View>> side(Party receiver, Operation operation, MemoryExchange exchange) {
    List<List<View>> sessions = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      exchange.measureFromHere();
      Context context = Session.begin(new ReceiverKeys(exchange, receiver, seed, i)).nextBatch();
      operation.steps().run(context);
      sessions.add(
          exchange.views().stream()
              .filter(view -> !context.openings().containsKey(view.step()))
              .toList());
    }
    return sessions;
  }
}
