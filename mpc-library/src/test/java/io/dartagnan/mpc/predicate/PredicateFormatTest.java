package io.dartagnan.mpc.predicate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.predicate.Predicate.And;
import io.dartagnan.mpc.predicate.Predicate.Not;
import io.dartagnan.mpc.predicate.Predicate.Or;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PredicateFormatTest {
  private static final Predicate SAMPLE =
      new And(
          List.of(
              new SharedCondition(
                  0,
                  new Comparison(Operator.LESS, Ordering.SIGNED),
                  Shares.single(
                      Party.P1, Sharing.ADDITIVE, new Ring(1), new long[] {0x0102030405060708L})),
              new Or(
                  List.of(
                      new Not(
                          new SharedCondition(
                              258,
                              new Comparison(Operator.EQUAL, Ordering.UNSIGNED),
                              new Shares(
                                  Party.P1,
                                  Sharing.REPLICATED_XOR,
                                  new Ring(2),
                                  new long[] {1, -2},
                                  new long[] {3, -4}))),
                      new PublicCondition(
                          65_535,
                          new Comparison(Operator.GREATER_OR_EQUAL, Ordering.UNSIGNED),
                          new byte[] {(byte) 0xab, (byte) 0xcd})))));

  private final Random random = Seed.random(this);

  @Test
  void layoutIsTheDrawnOne() {
    assertThat(hex(PredicateFormat.encode(SAMPLE, Party.P1)))
        .isEqualTo(
            "0101" // layout, party
                + "010002" // AND of 2
                + "04000002010000010102030405060708" // shared, #0, less, signed, additive, 1 limb
                + "020002" // OR of 2
                + "03" // NOT
                + "0401020000030002" // shared, #258, equal, unsigned, replicated xor, 2 limbs
                + "0000000000000001fffffffffffffffe"
                + "0000000000000003fffffffffffffffc"
                + "05ffff05000002abcd"); // public, #65535, at least, unsigned, 2 bytes
  }

  @ParameterizedTest
  @CsvSource({"ADDITIVE, 0", "XOR, 1", "REPLICATED_ADDITIVE, 2", "REPLICATED_XOR, 3"})
  void sharingsHaveTheseCodes(Sharing sharing, int code) {
    assertThat(sharing.code()).isEqualTo(code);
    assertThat(Sharing.ofCode(code)).isEqualTo(sharing);
  }

  @Test
  void readsBackWhatItWrites() {
    assertThat(PredicateFormat.decode(PredicateFormat.encode(SAMPLE, Party.P1), Party.P1))
        .isEqualTo(SAMPLE);
    for (int round = 0; round < 2000; round++) {
      Party party = Party.of(random.nextInt(3));
      Predicate predicate = randomPredicate(party, 6);
      assertThat(PredicateFormat.decode(PredicateFormat.encode(predicate, party), party))
          .isEqualTo(predicate);
    }
  }

  @Test
  void readsBackTheLargestThatIsAllowed() {
    Predicate wide =
        new And(Collections.nCopies(1024, new Not(PublicCondition.present(Condition.MAX_COLUMN))));
    Predicate deep = wide;
    while (deep.depth() < Predicate.MAX_DEPTH) {
      deep = new Or(List.of(deep));
    }
    Shares widest =
        new Shares(
            Party.P2,
            Sharing.REPLICATED_ADDITIVE,
            new Ring(Ring.MAX_LIMBS),
            random.longs(Ring.MAX_LIMBS).toArray(),
            random.longs(Ring.MAX_LIMBS).toArray());
    for (Predicate largest :
        List.of(
            deep,
            new SharedCondition(0, new Comparison(Operator.LESS, Ordering.SIGNED), widest),
            new PublicCondition(
                0,
                new Comparison(Operator.LESS, Ordering.UNSIGNED),
                new byte[PublicCondition.MAX_OPERAND_BYTES]))) {
      assertThat(PredicateFormat.decode(PredicateFormat.encode(largest, Party.P2), Party.P2))
          .isEqualTo(largest);
    }
  }

  @Test
  void anotherPartysSharesAreNotWritten() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PredicateFormat.encode(SAMPLE, Party.P0))
        .withMessage("condition #0 < ? holds a share of party 1, the predicate is for party 0");
  }

  @Test
  void anotherPartysPredicateIsNotRead() {
    byte[] bytes = PredicateFormat.encode(SAMPLE, Party.P1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PredicateFormat.decode(bytes, Party.P2))
        .withMessageContaining("for party 1 was given to party 2");
  }

  @Test
  void everyTruncationIsRefused() {
    for (int round = 0; round < 50; round++) {
      byte[] bytes = PredicateFormat.encode(randomPredicate(Party.P1, 4), Party.P1);
      for (int length = 0; length < bytes.length; length++) {
        byte[] truncated = Arrays.copyOf(bytes, length);
        assertThatIllegalArgumentException()
            .as("%d of %s", length, hex(bytes))
            .isThrownBy(() -> PredicateFormat.decode(truncated, Party.P1))
            .withMessageContaining("too early");
      }
      byte[] longer = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(9));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> PredicateFormat.decode(longer, Party.P1))
          .withMessageContaining("after the end");
    }
  }

  @Test
  void everyBitFlipIsReadAsWrittenOrRefused() {
    byte[] bytes = PredicateFormat.encode(SAMPLE, Party.P1);
    for (int bit = 0; bit < 8 * bytes.length; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertReadAsWrittenOrRefused(flipped);
    }
  }

  @Test
  void everyMutationIsReadAsWrittenOrRefused() {
    int read = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = PredicateFormat.encode(randomPredicate(Party.P1, 5), Party.P1);
      for (int mutations = 1 + random.nextInt(4); mutations > 0; mutations--) {
        bytes = mutated(bytes);
      }
      read += assertReadAsWrittenOrRefused(bytes) ? 1 : 0;
    }
    assertThat(read).as("mutations that are predicates").isBetween(1000, 19_000);
  }

  @Test
  void noiseIsReadAsWrittenOrRefused() {
    for (int round = 0; round < 20_000; round++) {
      byte[] noise = new byte[random.nextInt(200)];
      random.nextBytes(noise);
      for (int i = 0; i < noise.length; i++) {
        // Small numbers are what gets far.
        noise[i] = random.nextInt(3) == 0 ? noise[i] : (byte) random.nextInt(6);
      }
      if (noise.length > 1) {
        noise[0] = 1;
        noise[1] = 1;
      }
      assertReadAsWrittenOrRefused(noise);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"03", "010001", "020001"})
  void endlessDepthIsRefused(String node) {
    byte[] bytes = HexFormat.of().parseHex("0101" + node.repeat(1_000_000));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PredicateFormat.decode(bytes, Party.P1))
        .withMessageContaining("deeper than 64");
  }

  @ParameterizedTest
  @CsvSource({
    "'', too early",
    "01, too early",
    "0001, layout 0",
    "0201, layout 2",
    "0103, 'party 3 given'",
    "0101, too early",
    "010100, kind 0",
    "010106, kind 6",
    "0101ff, kind 255",
    "0101010000, AND of no conditions",
    "0101020000, OR of no conditions",
    "010101ffff, 65535 conditions",
    "010102ffff, 65535 conditions",
    "0101010401, 1025 conditions",
    "0101010400, too early",
    "01010400000600, operator code 6",
    "01010400000003, ordering code 3",
    "0101040000000004, sharing code 4",
    "01010400000000000000, 'ring of 0 limbs'",
    "01010400000000000802, 'ring of 2050 limbs'",
    "0101040000000000ffff, 'ring of 65535 limbs'",
    "01010400000000000001, too early",
    "01010400000000020001aaaaaaaaaaaaaaaa, too early",
    "0101050000000000020f, too early",
    "010105000000000002ff, too early",
    "0101050000020100070102030405060708, signed comparison",
    "010104000000020000010102030405060708, the ordering WORDS was given for a shared condition",
    "0101050000000000000f, after the end"
  })
  void whatIsWrongIsSaid(String bytes, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PredicateFormat.decode(HexFormat.of().parseHex(bytes), Party.P1))
        .withMessageContaining(reason)
        .withNoCause();
  }

  @Test
  void conditionsAreCountedBeforeTheyAreRead() {
    byte[] condition = HexFormat.of().parseHex("05000000000000");
    byte[] bytes = new byte[2 + 3 * 3 + 2000 * condition.length];
    // AND(OR(1000 conditions), OR(1000 conditions)): each count is allowed, both together are not.
    byte[] start = HexFormat.of().parseHex("0101" + "010002" + "0203e8");
    System.arraycopy(start, 0, bytes, 0, start.length);
    int at = start.length;
    for (int i = 0; i < 2000; i++) {
      if (i == 1000) {
        System.arraycopy(HexFormat.of().parseHex("0203e8"), 0, bytes, at, 3);
        at += 3;
      }
      System.arraycopy(condition, 0, bytes, at, condition.length);
      at += condition.length;
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PredicateFormat.decode(bytes, Party.P1))
        .withMessageContaining("at least 2000 conditions");
  }

  static Stream<String> startsThatPromiseMuch() {
    return Stream.of(
        "0101" + "010400", // 1,024 children
        "0101" + "010064".repeat(60), // 100 children, which would fit, within each other
        "0101" + "0400000000000801", // 2,049 limbs
        "0101" + "0400000000030801", // twice
        "0101" + "0500000000fff0"); // an operand of 65,520 bytes
  }

  /** What reading takes is bounded by a multiple of the bytes, and what an exception takes. */
  @ParameterizedTest
  @MethodSource("startsThatPromiseMuch")
  void nothingIsAllocatedThatTheBytesDoNotJustify(String start) {
    byte[] bytes = Arrays.copyOf(HexFormat.of().parseHex(start), 1024);
    long allocated = Long.MAX_VALUE;
    // The first times load classes.
    for (int i = 0; i < 20; i++) {
      long before = allocatedByThisThread();
      Throwable refused = catchThrowable(() -> PredicateFormat.decode(bytes, Party.P1));
      allocated = Math.min(allocated, allocatedByThisThread() - before);
      assertThat(refused).isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(allocated).isLessThan(8 * bytes.length);
  }

  private static long allocatedByThisThread() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }

  private static boolean assertReadAsWrittenOrRefused(byte[] bytes) {
    try {
      Predicate read = PredicateFormat.decode(bytes, Party.P1);
      assertThat(hex(PredicateFormat.encode(read, Party.P1))).isEqualTo(hex(bytes));
      return true;
    } catch (IllegalArgumentException refused) {
      assertThat(refused.getMessage()).as(hex(bytes)).isNotBlank();
      return false;
    }
  }

  private byte[] mutated(byte[] bytes) {
    if (bytes.length == 0) {
      return bytes;
    }
    int at = random.nextInt(bytes.length);
    byte[] mutated = bytes.clone();
    switch (random.nextInt(6)) {
      case 0 -> mutated[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> mutated[at] = (byte) random.nextInt(256);
      case 2 -> mutated[at] = (byte) (random.nextBoolean() ? 0xff : random.nextInt(8));
      case 3 -> {
        byte[] without = Arrays.copyOf(bytes, bytes.length - 1);
        System.arraycopy(bytes, at + 1, without, at, without.length - at);
        return without;
      }
      case 4 -> {
        byte[] with = Arrays.copyOf(bytes, bytes.length + 1);
        System.arraycopy(bytes, at, with, at + 1, bytes.length - at);
        return with;
      }
      default -> {
        // A piece of the predicate over another.
        int to = random.nextInt(bytes.length);
        int length = random.nextInt(1 + bytes.length - Math.max(at, to));
        System.arraycopy(bytes, at, mutated, to, length);
      }
    }
    return mutated;
  }

  private Predicate randomPredicate(Party party, int depth) {
    int kind = depth <= 1 ? 3 + random.nextInt(2) : random.nextInt(5);
    Comparison comparison =
        new Comparison(Operator.ofCode(random.nextInt(6)), Ordering.ofCode(random.nextInt(2)));
    int column = random.nextInt(random.nextBoolean() ? 4 : 65_536);
    return switch (kind) {
      case 0 -> new And(randomChildren(party, depth));
      case 1 -> new Or(randomChildren(party, depth));
      case 2 -> new Not(randomPredicate(party, depth - 1));
      case 3 -> {
        Sharing sharing = Sharing.ofCode(random.nextInt(4));
        Ring ring = new Ring(1 + random.nextInt(3));
        long[] own = random.longs(ring.limbs()).toArray();
        long[] next = sharing.isReplicated() ? random.longs(ring.limbs()).toArray() : null;
        yield new SharedCondition(column, comparison, new Shares(party, sharing, ring, own, next));
      }
      default -> {
        boolean signed = comparison.ordering() == Ordering.SIGNED;
        byte[] operand = new byte[signed ? Long.BYTES : random.nextInt(12)];
        random.nextBytes(operand);
        yield new PublicCondition(
            column,
            signed || random.nextBoolean()
                ? comparison
                : new Comparison(comparison.operator(), Ordering.WORDS),
            operand);
      }
    };
  }

  private List<Predicate> randomChildren(Party party, int depth) {
    List<Predicate> children = new ArrayList<>();
    for (int count = 1 + random.nextInt(3); count > 0; count--) {
      children.add(randomPredicate(party, depth - 1));
    }
    return children;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
