package io.dartagnan.mesh;

import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

/** Lets the parties of three meshes hold dialogues, each side of each stream on its thread. */
final class Dialogues implements AutoCloseable {
  private final ThreeMeshes three;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "dialogue");
            thread.setDaemon(true);
            return thread;
          });
  private volatile BiConsumer<Party, Party> beforeReceive = (self, peer) -> {};

  Dialogues(ThreeMeshes three) {
    this.three = three;
  }

  /** Called from now on with a party and its peer before the party receives from it. */
  void beforeReceive(BiConsumer<Party, Party> now) {
    beforeReceive = now;
  }

  /** Begins a dialogue; the outcome fails with an AssertionError if a byte is wrong. */
  CompletableFuture<Outcome> begin(Dialogue dialogue) {
    Map<Party, ProtocolException> failures =
        Collections.synchronizedMap(new EnumMap<>(Party.class));
    List<CompletableFuture<Void>> sides = new ArrayList<>();
    for (Party party : Party.ALL) {
      sides.add(side(party, dialogue, failures));
    }
    return CompletableFuture.allOf(sides.toArray(CompletableFuture<?>[]::new))
        .thenApply(done -> new Outcome(dialogue, failures));
  }

  /** Begins a dialogue and waits for its outcome. */
  Outcome hold(Dialogue dialogue) throws InterruptedException {
    return outcome(begin(dialogue), Duration.ofMinutes(2));
  }

  /** Waits for the outcome. */
  static Outcome outcome(CompletableFuture<Outcome> dialogue, Duration atMost)
      throws InterruptedException {
    try {
      return dialogue.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("a dialogue has no outcome after " + atMost, e);
    }
  }

  /** Waits for the outcomes, as long as for one. */
  static List<Outcome> outcomes(List<CompletableFuture<Outcome>> dialogues, Duration atMost)
      throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    List<Outcome> outcomes = new ArrayList<>();
    for (CompletableFuture<Outcome> dialogue : dialogues) {
      Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      outcomes.add(outcome(dialogue, left));
    }
    return outcomes;
  }

  private CompletableFuture<Void> side(
      Party party, Dialogue dialogue, Map<Party, ProtocolException> failures) {
    MeshSession session = three.open(party, dialogue.id(), dialogue.servers());
    List<CompletableFuture<Void>> streams = new ArrayList<>();
    for (int stream = 0; stream < dialogue.streams(); stream++) {
      int index = stream;
      streams.add(
          CompletableFuture.runAsync(
              () -> {
                try {
                  Exchange exchange = session.stream(index);
                  dialogue.hold(exchange, index, peer -> beforeReceive.accept(party, peer));
                } catch (ProtocolException e) {
                  failures.putIfAbsent(party, e);
                } catch (RuntimeException | Error e) {
                  session.abort("a wrong byte, or a defect of the test");
                  throw e;
                }
              },
              threads));
    }
    return CompletableFuture.allOf(streams.toArray(CompletableFuture<?>[]::new))
        .whenComplete((done, failed) -> session.close());
  }

  /** Ends the threads; those that still wait are interrupted. */
  @Override
  public void close() {
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("a side of a dialogue does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CompletionException(e);
    }
  }
}
