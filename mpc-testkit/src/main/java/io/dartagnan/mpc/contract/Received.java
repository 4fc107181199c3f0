package io.dartagnan.mpc.contract;

import io.dartagnan.mpc.harness.MemoryExchange;
import io.dartagnan.mpc.harness.View;
import io.dartagnan.mpc.session.Context;
import java.util.List;
import java.util.Set;

/**
 * Messages that a party received in one batch, and which of them in openings.
 *
 * @param views the messages, in order
 * @param openings the numbers that messages of openings carry
 */
record Received(List<View> views, Set<Long> openings) {

  /** Messages that have arrived since the measurement began, all of them in this batch. */
  static Received in(Context batch, MemoryExchange exchange) {
    return new Received(List.copyOf(exchange.views()), Set.copyOf(batch.openings().keySet()));
  }

  /** Whether a message belongs to an opening. */
  boolean opens(int message) {
    return openings.contains(views.get(message).step());
  }

  /** The messages that belong to no opening. */
  Received hidden() {
    return new Received(
        views.stream().filter(view -> !openings.contains(view.step())).toList(), openings);
  }

  /** Length of each message, and whether it belongs to an opening. */
  List<String> shape() {
    return views.stream()
        .map(v -> "%d bits%s".formatted(v.bits(), openings.contains(v.step()) ? " opened" : ""))
        .toList();
  }
}
