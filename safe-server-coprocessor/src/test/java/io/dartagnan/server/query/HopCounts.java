package io.dartagnan.server.query;

import io.dartagnan.mesh.session.Mesh;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.server.query.admission.MemoryBudget;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The longest chain of messages of the evaluations that it has made, over all three parties. */
public final class HopCounts {
  private final Queue<HopCountingExchange> exchanges = new ConcurrentLinkedQueue<>();

  /** Evaluations over a mesh whose messages are counted. */
  public Evaluations evaluations(Party self, Mesh mesh, EvaluationSettings settings) {
    return new Evaluations(self, mesh, settings, MemoryBudget.ofHeap(0), this::counted);
  }

  Exchange counted(Exchange exchange) {
    HopCountingExchange counting = new HopCountingExchange(exchange);
    exchanges.add(counting);
    return counting;
  }

  /** The longest chain since the last call; no evaluation may be under way. */
  public int takeLongestChain() {
    int longest =
        exchanges.stream().mapToInt(HopCountingExchange::longestChain).max().orElseThrow();
    exchanges.clear();
    return longest;
  }
}
