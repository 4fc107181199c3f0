package io.dartagnan.mpc.contract;

import io.dartagnan.mpc.harness.MemoryExchange;
import io.dartagnan.mpc.harness.View;
import io.dartagnan.mpc.session.Context;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Messages that a party received in one batch, and which of them in openings and checks.
 *
 * @param views the messages, in order
 * @param told the numbers that messages of openings and checks carry
 */
record Received(List<View> views, Set<Long> told) {

  /** Messages that have arrived since the measurement began, all of them in this batch. */
  static Received in(Context batch, MemoryExchange exchange) {
    Set<Long> told = new HashSet<>(batch.openings().keySet());
    told.addAll(batch.checks().keySet());
    return new Received(List.copyOf(exchange.views()), told);
  }

  /** Whether a message belongs to an opening or a check. */
  boolean tells(int message) {
    return told.contains(views.get(message).step());
  }

  /** The messages that belong to neither. */
  Received hidden() {
    return new Received(views.stream().filter(view -> !told.contains(view.step())).toList(), told);
  }

  /** Length of each message, and whether it belongs to one of the two. */
  List<String> shape() {
    return views.stream()
        .map(v -> "%d bits%s".formatted(v.bits(), told.contains(v.step()) ? " told" : ""))
        .toList();
  }
}
