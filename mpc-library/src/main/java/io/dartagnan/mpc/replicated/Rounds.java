package io.dartagnan.mpc.replicated;

import java.util.List;

/**
 * A computation in rounds: what a party sends in one of them depends on what it received in those
 * before.
 *
 * <p>In a round a party sends each peer at most one message, and it takes all that it was sent in a
 * round before it sends in the next. So of two computations side by side the one's message never
 * waits for room that the other's message takes.
 */
public interface Rounds {

  /** Number of rounds. */
  int count();

  /** Sends what this party sends in a round. */
  void send(int round);

  /** Receives what this party is sent in a round. */
  void receive(int round);

  /** Takes the rounds of several computations side by side, each beginning with its first. */
  static void run(List<? extends Rounds> computations) {
    int most = computations.stream().mapToInt(Rounds::count).max().orElse(0);
    for (int i = 0; i < most; i++) {
      int round = i;
      List<? extends Rounds> running =
          computations.stream().filter(computation -> round < computation.count()).toList();
      running.forEach(computation -> computation.send(round));
      running.forEach(computation -> computation.receive(round));
    }
  }
}
