package io.dartagnan.mpc.harness;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.session.Session;
import io.dartagnan.mpc.suite.Cost;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * One session of three parties in one process, each in a thread of its own: what to begin it with
 * and what is to go wrong in it.
 *
 * <p>A side that fails ends the session for all: the others are told and fail at once. A side that
 * is to vanish tells nobody.
 */
public final class Trial {
  private static final Duration LONG = Duration.ofSeconds(20);

  private final SecureRandom[] randoms;
  private final Duration deadline;
  private final Party faulty;
  private final Fault fault;
  private final Lie lie;

  /** One party's side of a session. */
  @FunctionalInterface
  public interface Side<R> {
    /** Runs it; the exchange is the session's own and knows which party this is. */
    R run(Session session, MemoryExchange exchange);
  }

  /**
   * End of a session.
   *
   * @param results by index of party; null where the side failed
   * @param failures by index of party; null where the side returned
   * @param first the failure that ended the session, null if none: not one that followed from
   *     another's, and of several the one of the lowest party
   * @param exchanges by index of party
   * @param threadsLeft threads that the sides began and that still run
   */
  public record Outcome<R>(
      List<R> results,
      List<RuntimeException> failures,
      RuntimeException first,
      List<MemoryExchange> exchanges,
      int threadsLeft) {

    /** The failure of one party's side. */
    public Optional<RuntimeException> failure(Party party) {
      return Optional.ofNullable(failures.get(party.index()));
    }

    /** The results, or the first failure thrown. */
    public List<R> orThrow() {
      if (first != null) {
        throw first;
      }
      return results;
    }

    /** Cost of what was sent since the measurement began: with the session, or later. */
    public Cost cost() {
      return new Cost(
          exchanges.stream().mapToInt(MemoryExchange::measuredDepth).max().orElseThrow(),
          exchanges.get(0).measuredBytes(),
          exchanges.get(1).measuredBytes(),
          exchanges.get(2).measuredBytes());
    }
  }

  private Trial(SecureRandom[] randoms, Duration deadline, Party faulty, Fault fault, Lie lie) {
    this.randoms = randoms;
    this.deadline = deadline;
    this.faulty = faulty;
    this.fault = fault;
    this.lie = lie;
  }

  /** A session like those of a server: keys from the system's generator, a long deadline. */
  public static Trial begin() {
    return new Trial(
        new SecureRandom[] {new SecureRandom(), new SecureRandom(), new SecureRandom()},
        LONG,
        null,
        null,
        null);
  }

  /** A session that a test can repeat: all that is random follows from the seed. */
  public static Trial seeded(long seed) {
    SecureRandom[] randoms = new SecureRandom[Party.ALL.size()];
    Arrays.setAll(randoms, party -> Seed.generator(seed * 3 + party));
    return new Trial(randoms, LONG, null, null, null);
  }

  /** The same with another longest wait for a message. */
  public Trial within(Duration longest) {
    return new Trial(randoms, longest, faulty, fault, lie);
  }

  /** The same with one party that errs. */
  public Trial where(Party party, Fault errs) {
    return new Trial(randoms, deadline, party, errs, null);
  }

  /** The same with one party that deviates from the protocol in what it sends. */
  public Trial where(Party party, Lie lies) {
    return new Trial(randoms, deadline, party, null, lies);
  }

  /** Runs it. Failures of the sides are in the outcome; it is for the caller to look. */
  public <R> Outcome<R> run(Side<R> side) {
    List<MemoryExchange> exchanges = MemoryExchange.triple(deadline, List.of(randoms));
    List<R> results = new ArrayList<>(Collections.nCopies(3, null));
    List<RuntimeException> failures = new ArrayList<>(Collections.nCopies(3, null));
    // Threads that a side begins inherit the group, so that one that stays behind is seen.
    ThreadGroup group = new ThreadGroup("trial");
    List<Thread> threads = new ArrayList<>();
    for (MemoryExchange exchange : exchanges) {
      Thread thread =
          new Thread(
              group,
              () -> {
                int party = exchange.self().index();
                try {
                  R result = sideOf(exchange, side);
                  synchronized (failures) {
                    results.set(party, result);
                  }
                } catch (RuntimeException | Error e) {
                  RuntimeException failure =
                      e instanceof RuntimeException thrown ? thrown : new IllegalStateException(e);
                  synchronized (failures) {
                    failures.set(party, failure);
                  }
                  if (!(failure instanceof MemoryExchange.Vanished)) {
                    exchange.abort(reason(failure));
                  }
                }
              },
              "side of " + exchange.self());
      threads.add(thread);
      thread.start();
    }
    awaitAll(threads);
    synchronized (failures) {
      return new Outcome<>(
          Collections.unmodifiableList(results),
          Collections.unmodifiableList(failures),
          first(failures),
          exchanges,
          threadsLeft(group));
    }
  }

  private <R> R sideOf(MemoryExchange exchange, Side<R> side) {
    Session session = Session.begin(exchange, randoms[exchange.self().index()]);
    if (exchange.self() == faulty) {
      exchange.misbehave(fault);
      exchange.lie(lie);
    }
    return side.run(session, exchange);
  }

  private static RuntimeException first(List<RuntimeException> failures) {
    return failures.stream()
        .filter(failure -> failure != null && !(failure instanceof Medium.SessionEnded))
        .findFirst()
        .orElse(null);
  }

  /** A protocol's failure may be told to the peers; of others only the kind. */
  private static String reason(RuntimeException failure) {
    return failure instanceof ProtocolException
        ? failure.getMessage()
        : failure.getClass().getSimpleName();
  }

  private static void awaitAll(List<Thread> threads) {
    try {
      for (Thread thread : threads) {
        thread.join(Duration.ofMinutes(5).toMillis());
        if (thread.isAlive()) {
          threads.forEach(Thread::interrupt);
          throw new IllegalStateException(thread.getName() + " has not ended in five minutes");
        }
      }
    } catch (InterruptedException e) {
      threads.forEach(Thread::interrupt);
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Threads that do not end within a second of their side's end. */
  private static int threadsLeft(ThreadGroup group) {
    Thread[] left = new Thread[64];
    int count = group.enumerate(left);
    long until = System.nanoTime() + Duration.ofSeconds(1).toNanos();
    try {
      for (int i = 0; i < count; i++) {
        left[i].join(Math.max(1, (until - System.nanoTime()) / 1_000_000));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    return group.activeCount();
  }
}
