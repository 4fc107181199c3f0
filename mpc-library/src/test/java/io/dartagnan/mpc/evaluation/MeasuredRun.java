package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.harness.MemoryExchange;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.session.Session;
import io.dartagnan.mpc.suite.Cost;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What three parties returned, opened and sent in one batch.
 *
 * @param results by index of party
 * @param openings the paths of each party's openings
 * @param cost bytes by party, and messages on the longest chain; the agreement on keys left out
 */
record MeasuredRun(List<long[]> results, List<Collection<String>> openings, Cost cost) {

  /** One party's side. */
  interface Side {
    long[] run(Context context);
  }

  /** Runs the three sides in the first batch of a new session. */
  static MeasuredRun of(Side side) throws Exception {
    Map<String, Queue<Integer>> chains = new ConcurrentHashMap<>();
    List<Clocked> exchanges =
        MemoryExchange.triple().stream().map(memory -> new Clocked(memory, chains)).toList();
    List<Collection<String>> openings = new ArrayList<>(List.of(List.of(), List.of(), List.of()));
    long[] keys = new long[3];
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<long[]>> futures = new ArrayList<>();
      for (Clocked exchange : exchanges) {
        int party = exchange.self().index();
        Callable<long[]> task =
            () -> {
              Session session = Session.begin(exchange, new SecureRandom());
              keys[party] = exchange.bytesSent();
              exchange.restart();
              long[] result = side.run(session.nextBatch());
              openings.set(party, List.copyOf(session.openings().values()));
              return result;
            };
        futures.add(threads.submit(task));
      }
      List<long[]> results = new ArrayList<>();
      for (Future<long[]> future : futures) {
        results.add(future.get());
      }
      long[] bytes =
          exchanges.stream().mapToLong(x -> x.bytesSent() - keys[x.self().index()]).toArray();
      int rounds = exchanges.stream().mapToInt(exchange -> exchange.longest).max().orElseThrow();
      return new MeasuredRun(results, openings, new Cost(rounds, bytes[0], bytes[1], bytes[2]));
    } finally {
      threads.shutdownNow();
    }
  }

  /** Counts, for every message, how many came before it one because of the other. */
  private static final class Clocked implements Exchange {
    private final Exchange inner;
    private final Map<String, Queue<Integer>> chains;
    private int clock;
    private int longest;

    Clocked(Exchange inner, Map<String, Queue<Integer>> chains) {
      this.inner = inner;
      this.chains = chains;
    }

    /** Forgets what came before. */
    void restart() {
      clock = 0;
      longest = 0;
    }

    @Override
    public Party self() {
      return inner.self();
    }

    @Override
    public void send(Party to, long step, ByteBuffer payload) {
      longest = Math.max(longest, clock + 1);
      chain(self(), to).add(clock + 1);
      inner.send(to, step, payload);
    }

    @Override
    public ByteBuffer receive(Party from, long step) {
      ByteBuffer payload = inner.receive(from, step);
      clock = Math.max(clock, chain(from, self()).remove());
      return payload;
    }

    @Override
    public long bytesSent() {
      return inner.bytesSent();
    }

    private Queue<Integer> chain(Party from, Party to) {
      return chains.computeIfAbsent(from + " to " + to, pair -> new ConcurrentLinkedQueue<>());
    }
  }
}
