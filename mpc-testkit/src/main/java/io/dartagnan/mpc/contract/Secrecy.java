package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.harness.MemoryExchange;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.harness.View;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.session.Session;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Sharing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether what a party receives, openings aside, can be told from uniform words: by itself, against
 * what else it received, and against its own shares of input and output.
 *
 * <p>Statistics find a mask that is missing, constant, or used twice. They do not find one that is
 * merely weak: that is for the argument beside the algorithm.
 */
final class Secrecy {
  /** More than the square of the bound, so that a bit that never changes is beyond it. */
  private static final int BATCHES = 128;

  /** No more than that for a million counts. */
  private static final int FEW_BATCHES = 80;

  private final long seed;
  private final Uniformity uniformity = new Uniformity();

  Secrecy(long seed) {
    this.seed = seed;
  }

  /**
   * Words that a party had when a batch was over: what it received, openings and checks aside, and
   * its result.
   */
  private record Batch(
      List<View> hidden, List<long[]> inputs, List<long[]> output, Map<Long, String> openings) {}

  /** Whether a party took part in openings exactly if the operation reveals something. */
  void opensOnlyWhatItReveals(Operation operation) {
    for (List<Batch> side : run(operation, 1)) {
      Set<String> openings = new TreeSet<>(side.get(0).openings.values());
      if (operation.reveals()) {
        assertThat(openings)
            .as("openings of %s: it reveals something, so it takes a Context.opening", operation)
            .isNotEmpty();
      } else {
        assertThat(openings).as("openings of %s, which reveals nothing", operation).isEmpty();
      }
    }
  }

  /**
   * The same shares, many times over in one session: whatever is sent must be fresh each time. Each
   * bit of each message is counted over the batches, and so are sums of two messages, and of
   * messages and the party's output. Xors of more messages may not be constant.
   *
   * <p>That finds what bits of messages in one place have to say together in any way: if it is not
   * said by an xor of them, as the output of a gate is not, some of these xors lean.
   */
  void ofRepeatedBatches(Operation operation) {
    ofRepeatedBatches(operation, BATCHES);
  }

  /** The same in as few batches as find a bit that never changes. */
  void ofFewBatches(Operation operation) {
    ofRepeatedBatches(operation, FEW_BATCHES);
  }

  private void ofRepeatedBatches(Operation operation, int count) {
    List<List<Batch>> sides = run(operation, count);
    for (Party party : Party.ALL) {
      List<Batch> batches = sides.get(party.index());
      assertSameShapes(operation, party, batches);
      List<Sum> sums = sums(batches.get(0));
      for (Sum sum : sums) {
        BitCounts counts = new BitCounts((int) sum.bits);
        batches.forEach(batch -> counts.add(sum.of(batch)));
        uniformity.countEach(
            counts.ones(),
            count,
            bit -> "bit %d of %s at %s over batches of %s".formatted(bit, sum, party, operation));
      }
    }
    uniformity.assertNoneBeyondChance(seed);
    for (Party party : Party.ALL) {
      Coincidences coincidences =
          new Coincidences(
              sides.get(party.index()).stream().map(Batch::hidden).toList(),
              "at %s over batches of %s (seed %d)".formatted(party, operation, seed));
      coincidences.assertNoWordTwice();
      coincidences.assertNoXorIsConstant();
    }
  }

  /** One batch of many lanes that are all alike. */
  void ofOneLargeBatch(Operation operation) {
    Ring ring = operation.ring();
    List<List<Batch>> sides = run(operation, 2);
    for (Party party : Party.ALL) {
      Batch batch = sides.get(party.index()).get(0);
      Batch next = sides.get(party.index()).get(1);
      List<long[]> own = new ArrayList<>(batch.inputs);
      if (own.size() == 2) {
        own.add(ring.add(own.get(0), own.get(1)));
        own.add(Sharing.XOR.add(ring, own.get(0), own.get(1)));
      }
      for (int i = 0; i < batch.hidden.size(); i++) {
        View view = batch.hidden.get(i);
        String what = "%s at %s, %s".formatted(view, party, operation);
        long[] words = view.words();
        uniformity.countWords(words, view.bits(), () -> what);
        countXor(view, next.hidden.get(i).words(), what + ", xor that of the next batch");
        for (long[] share : own) {
          countXor(view, share, what + ", xor the party's own shares of the input");
          countXor(view, BitPlanes.of(ring, share), what + ", xor planes of its own shares");
          if (words.length == share.length) {
            uniformity.countWords(
                ring.add(words, share), view.bits(), () -> what + ", plus the party's own shares");
          }
        }
        for (View other : batch.hidden.subList(0, i)) {
          countXor(view, other.words(), what + ", xor " + other);
          if (view.bits() == other.bits() && words.length % ring.limbs() == 0) {
            long[] difference = ring.subtract(words, other.words());
            uniformity.countWords(difference, view.bits(), () -> what + ", less " + other);
          }
        }
      }
    }
    uniformity.assertNoneBeyondChance(seed);
  }

  /** Whether no message of one batch occurs in the next again. */
  void batchesShareNoMessage(Operation operation) {
    for (List<Batch> side : run(operation, 2)) {
      for (View view : side.get(0).hidden) {
        // A word or more: shorter messages may be alike by chance.
        boolean again =
            side.get(1).hidden.stream()
                .anyMatch(other -> Arrays.equals(other.payload(), view.payload()));
        assertThat(again && view.payload().length >= Long.BYTES)
            .as("%s of %s is sent again in the next batch (seed %d)", view, operation, seed)
            .isFalse();
      }
    }
  }

  private List<List<Batch>> run(Operation operation, int batches) {
    return Trial.seeded(seed)
        .run((session, exchange) -> side(operation, batches, session, exchange))
        .orThrow();
  }

  private static List<Batch> side(
      Operation operation, int count, Session session, MemoryExchange exchange) {
    List<Batch> batches = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      exchange.measureFromHere();
      Context context = session.nextBatch();
      List<long[]> result = operation.steps().run(context);
      Map<Long, String> openings = Map.copyOf(context.openings());
      batches.add(
          new Batch(
              Received.in(context, exchange).hidden().views(),
              operation.inputs().of(context.self()),
              operation.reveals() ? List.of() : result,
              openings));
    }
    return batches;
  }

  private void assertSameShapes(Operation operation, Party party, List<Batch> batches) {
    List<Long> first = batches.get(0).hidden.stream().map(View::bits).toList();
    for (Batch batch : batches) {
      assertThat(batch.hidden.stream().map(View::bits).toList())
          .as("lengths of messages at %s of %s: they say nothing (seed %d)", party, operation, seed)
          .isEqualTo(first);
    }
  }

  /** Every message, every two of one length, and each of these with the party's output. */
  private static List<Sum> sums(Batch batch) {
    List<Sum> sums = new ArrayList<>();
    for (int i = 0; i < batch.hidden.size(); i++) {
      long bits = batch.hidden.get(i).bits();
      for (int j = 0; j <= i; j++) {
        if (batch.hidden.get(j).bits() == bits) {
          for (int outputs = 0; outputs <= batch.output.size(); outputs++) {
            long outputBits = outputs == 0 ? bits : 64L * batch.output.get(0).length;
            if (outputBits == bits) {
              sums.add(new Sum(i, j, outputs, bits));
            }
          }
        }
      }
    }
    return sums;
  }

  /** The xor of a message, another unless it is the same, and so many shares of the output. */
  private record Sum(int message, int other, int outputs, long bits) {
    long[] of(Batch batch) {
      long[] sum = batch.hidden.get(message).words();
      if (other != message) {
        xorInto(sum, batch.hidden.get(other).words());
      }
      batch.output.subList(0, outputs).forEach(share -> xorInto(sum, share));
      return sum;
    }

    @Override
    public String toString() {
      return "message %d%s%s"
          .formatted(
              message,
              other == message ? "" : " xor message " + other,
              " xor the party's output".repeat(outputs));
    }
  }

  private void countXor(View view, long[] other, String what) {
    int words = (int) Math.min(view.bits() / Long.SIZE, other.length);
    long[] sum = Arrays.copyOf(view.words(), words);
    xorInto(sum, Arrays.copyOf(other, words));
    uniformity.countWords(sum, (long) words * Long.SIZE, () -> what);
  }

  private static void xorInto(long[] sum, long[] words) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] ^= words[i];
    }
  }
}
