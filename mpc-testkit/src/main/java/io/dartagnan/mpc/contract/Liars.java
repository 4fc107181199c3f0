package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.DeviationException;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Lie;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.session.Context;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether one party that deviates in one message changes no answer, is among those that are named,
 * and sees nothing opened that came of it.
 *
 * <p>Each message of each party is altered in turn: one bit, all words zero or one, in reverse
 * order, as the same message of the batch before or of another session, as the party's message
 * before, shorter, longer. Lies in two messages at a time are not tried. Results that stay shared
 * are put together of what the two others have, as whoever is to have them does when it is given
 * each share twice.
 */
final class Liars {
  private static final Duration DEADLINE = Duration.ofSeconds(5);
  private static final int BITS_OF_A_MESSAGE = 3;
  private static final int ENDS_OF_A_MESSAGE = 8;

  private final long seed;
  private final SecureRandom random;

  Liars(long seed) {
    this.seed = seed;
    this.random = Seed.generator(seed);
  }

  /** A message that a party sends. */
  private record Sent(long step, byte[] payload) {}

  /** What a party sends in place of a message, and what that is called. */
  private record Deviation(String name, byte[] payload) {}

  /**
   * What became of one run.
   *
   * @param batches the batch of each party
   */
  private record End(Trial.Outcome<List<long[]>> outcome, List<Context> batches) {

    /** Whether anybody but the liar has noticed. */
    boolean isNoticed(Party liar) {
      return Party.ALL.stream()
          .anyMatch(party -> party != liar && outcome.failure(party).isPresent());
    }
  }

  /** All messages of all parties of all operations; prints how many deviations were tried. */
  void areFound(List<Operation> operations) {
    int tried = 0;
    int noticed = 0;
    for (Operation operation : operations) {
      List<List<Sent>> former = sent(operation, seed + 1);
      List<List<Sent>> sent = sent(operation, seed);
      End honest = run(operation, Trial.seeded(seed));
      List<long[]> right = result(operation, honest, Party.P0);
      Set<Long> told = new HashSet<>();
      for (Context batch : honest.batches) {
        told.addAll(batch.openings().keySet());
        told.addAll(batch.checks().keySet());
      }
      for (Party liar : Party.ALL) {
        List<Sent> messages = sent.get(liar.index());
        for (int message = 0; message < messages.size(); message++) {
          for (Deviation deviation : deviations(messages, former.get(liar.index()), message)) {
            String what =
                "%s, where message %d of %s is %s (seed %d)"
                    .formatted(operation, message, liar, deviation.name, seed);
            End end = run(operation, Trial.seeded(seed).where(liar, in(message, deviation)));
            tried++;
            check(operation, end, liar, right, what);
            if (end.isNoticed(liar)) {
              noticed++;
              if (!told.contains(messages.get(message).step)) {
                assertThat(Party.ALL)
                    .as("who opens something in %s", what)
                    .filteredOn(party -> party != liar)
                    .allMatch(party -> end.batches.get(party.index()).openings().isEmpty());
              }
            }
          }
          tried++;
          noticed += replay(operation, liar, message, messages.size(), right) ? 1 : 0;
        }
      }
    }
    assertThat(noticed).as("deviations of %d that are noticed (seed %d)", tried, seed).isPositive();
    System.out.printf(
        "%d deviations in %d operations, %d of them noticed and the others without effect%n",
        tried, operations.size(), noticed);
  }

  /** In a second batch of one session, the same message as in the first; whether it is noticed. */
  private boolean replay(
      Operation operation, Party liar, int message, int messages, List<long[]> right) {
    List<byte[]> sent = new ArrayList<>();
    Lie lie =
        (number, to, step, payload) -> {
          sent.add(payload.clone());
          return number == messages + message ? sent.get(message) : payload;
        };
    String what =
        "%s, where message %d of %s is that of the batch before (seed %d)"
            .formatted(operation, message, liar, seed);
    End end = run(operation, 2, Trial.seeded(seed).where(liar, lie));
    assertThat(sent)
        .as("messages of two batches in which it lies in %s", what)
        .hasSizeGreaterThan(messages + message);
    check(operation, end, liar, right, what);
    return end.isNoticed(liar);
  }

  private static Lie in(int message, Deviation deviation) {
    return (number, to, step, payload) -> number == message ? deviation.payload : payload;
  }

  private List<Deviation> deviations(List<Sent> messages, List<Sent> former, int message) {
    byte[] payload = messages.get(message).payload;
    List<Deviation> deviations = new ArrayList<>();
    for (int i = 0; i < BITS_OF_A_MESSAGE && payload.length > 0; i++) {
      deviations.add(new Deviation("with a bit flipped", flipped(payload, random)));
    }
    deviations.add(new Deviation("zero", new byte[payload.length]));
    byte[] ones = new byte[payload.length];
    Arrays.fill(ones, (byte) -1);
    deviations.add(new Deviation("of ones", ones));
    deviations.add(new Deviation("in reverse order", reversed(payload)));
    deviations.add(new Deviation("that of another session", former.get(message).payload));
    deviations.add(
        new Deviation("shorter", Arrays.copyOf(payload, Math.max(0, payload.length - Long.BYTES))));
    deviations.add(new Deviation("longer", Arrays.copyOf(payload, payload.length + Long.BYTES)));
    if (message > 0) {
      deviations.add(new Deviation("the one before", messages.get(message - 1).payload));
    }
    deviations.removeIf(deviation -> Arrays.equals(deviation.payload, payload));
    return deviations;
  }

  private static byte[] flipped(byte[] payload, SecureRandom random) {
    byte[] flipped = payload.clone();
    int bit = random.nextInt(8 * payload.length);
    flipped[bit / 8] ^= (byte) (1 << bit % 8);
    return flipped;
  }

  private static byte[] reversed(byte[] payload) {
    byte[] reversed = new byte[payload.length];
    for (int at = 0; at < payload.length; at += Long.BYTES) {
      int length = Math.min(Long.BYTES, payload.length - at);
      System.arraycopy(payload, at, reversed, payload.length - at - length, length);
    }
    return reversed;
  }

  /** No answer that is not right, and none named that was not the liar's doing. */
  private void check(Operation operation, End end, Party liar, List<long[]> right, String what) {
    for (Party party : Party.ALL) {
      if (party != liar && end.outcome.failure(party).isPresent()) {
        RuntimeException failure = end.outcome.failure(party).get();
        assertThat(failure)
            .as("what %s ends with: %s", party, what)
            .isInstanceOf(ProtocolException.class);
        Texts.sayNoWord(failure, what);
        if (failure instanceof DeviationException deviation) {
          assertThat(deviation.suspects()).as("suspects of %s: %s", party, what).contains(liar);
        }
      }
    }
    List<long[]> result = result(operation, end, liar);
    if (result != null) {
      assertThat(result.size()).isEqualTo(right.size());
      for (int i = 0; i < right.size(); i++) {
        assertThat(Arrays.equals(result.get(i), right.get(i)))
            .as("right is the answer of %s", what)
            .isTrue();
      }
    }
  }

  /**
   * The result, without what the liar says of it; null if the two others have none.
   *
   * @param liar of whom nothing is taken
   */
  private static List<long[]> result(Operation operation, End end, Party liar) {
    List<long[]> next = end.outcome.results().get(liar.next().index());
    List<long[]> prev = end.outcome.results().get(liar.prev().index());
    if (operation.reveals()) {
      if (next != null && prev != null) {
        assertThat(next.get(0)).as("answers of two parties").isEqualTo(prev.get(0));
      }
      return next != null ? next : prev;
    }
    assertThat(next == null ? 2 : next.size())
        .as("shares of the result of %s at a party: each is at two", operation)
        .isEqualTo(2);
    if (next == null || prev == null) {
      return null;
    }
    assertThat(Arrays.equals(next.get(1), prev.get(0)))
        .as(
            "alike are the shares that both %s and %s hold of %s",
            liar.next(), liar.prev(), operation)
        .isTrue();
    long[] sum = next.get(0).clone();
    Arrays.setAll(sum, i -> sum[i] ^ next.get(1)[i] ^ prev.get(1)[i]);
    return List.of(sum);
  }

  private End run(Operation operation, Trial trial) {
    return run(operation, 1, trial);
  }

  /** Runs it in so many batches; what became of the last. */
  private End run(Operation operation, int times, Trial trial) {
    List<Context> batches = new ArrayList<>(Collections.nCopies(Party.ALL.size(), null));
    Trial.Outcome<List<long[]>> outcome =
        trial
            .within(DEADLINE)
            .run(
                (session, exchange) -> {
                  for (int i = 1; i < times; i++) {
                    operation.steps().run(session.nextBatch());
                  }
                  Context batch = session.nextBatch();
                  batches.set(exchange.self().index(), batch);
                  return operation.steps().run(batch);
                });
    return new End(outcome, batches);
  }

  /** What each party sends in a batch when all follow the protocol. */
  private List<List<Sent>> sent(Operation operation, long ofSession) {
    List<List<Sent>> sent = new ArrayList<>();
    for (Party party : Party.ALL) {
      List<Sent> messages = new ArrayList<>();
      run(
              operation,
              Trial.seeded(ofSession)
                  .where(
                      party,
                      (number, to, step, payload) -> {
                        messages.add(new Sent(step, payload.clone()));
                        return payload;
                      }))
          .outcome
          .orThrow();
      sent.add(messages);
    }
    return sent;
  }

  /**
   * Whether a lie ends one operation as often as another: what it ends with may say that somebody
   * lied, and nothing of the values.
   */
  void endAlike(Operation one, Operation other) {
    int tried = 0;
    int[] ended = new int[2];
    for (Party liar : Party.ALL) {
      int messages = sent(one, seed).get(liar.index()).size();
      for (int message = 0; message < messages; message++) {
        for (int i = 0; i < ENDS_OF_A_MESSAGE; i++) {
          int at = message;
          long place = random.nextLong();
          Lie lie =
              (number, to, step, payload) ->
                  number == at ? flipped(payload, Seed.generator(place)) : payload;
          tried++;
          List<Operation> both = List.of(one, other);
          for (int j = 0; j < 2; j++) {
            ended[j] +=
                run(both.get(j), Trial.seeded(place).where(liar, lie)).isNoticed(liar) ? 1 : 0;
          }
        }
      }
    }
    double share = (ended[0] + ended[1]) / (2.0 * tried);
    // Five standard deviations of the difference of two such shares.
    double bound = 5 * Math.sqrt(2 * share * (1 - share) / tried);
    assertThat((double) ended[0] / tried)
        .as("lies of %d that end %s, and %s (seed %d)", tried, one, other, seed)
        .isCloseTo((double) ended[1] / tried, within(bound));
  }
}
