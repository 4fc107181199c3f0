package io.dartagnan.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.Scheme;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FilterQueryTest {
  private static final FilterQuery QUERY =
      new FilterQuery(
          0x0102030405060708L,
          0x1112131415161718L,
          5,
          Party.P1,
          List.of("a,1,2", "b,1,2", "c,1,2"),
          "suite",
          bytes("f"),
          bytes("q"),
          new Protection(Scheme.ADDITIVE, ValueType.INT64),
          new Comparison(Operator.GREATER, Ordering.SIGNED),
          true,
          new byte[] {1, 2, 3, 4, 5, 6, 7, 8});

  @Test
  void layoutIsTheDrawnOne() {
    assertThat(HexFormat.of().formatHex(QUERY.encode()))
        .isEqualTo(
            "0101040101"
                + "0102030405060708"
                + "1112131415161718"
                + "00000005"
                + "0005612c312c32"
                + "0005622c312c32"
                + "0005632c312c32"
                + "00057375697465"
                + "000166"
                + "000171"
                + "000e6164646974697665" // "additive
                + "20696e743634" // int64"
                + "000000080102030405060708");
  }

  @Test
  void readsBackWhatItWrites() {
    FilterQuery read = FilterQuery.decode(QUERY.encode());

    assertThat(read).usingRecursiveComparison().isEqualTo(QUERY);
  }

  @Test
  void everyTruncationIsRefused() {
    byte[] query = QUERY.encode();
    for (int length = 0; length < query.length; length++) {
      byte[] truncated = Arrays.copyOf(query, length);
      assertThatThrownBy(() -> FilterQuery.decode(truncated))
          .as("%d bytes", length)
          .isInstanceOf(IllegalArgumentException.class);
    }
    byte[] longer = Arrays.copyOf(query, query.length + 1);
    assertThatThrownBy(() -> FilterQuery.decode(longer)).hasMessageContaining("after its end");
  }

  @Test
  void anyBitFlipIsReadOrRefusedAndNothingElse() {
    byte[] query = QUERY.encode();
    for (int bit = 0; bit < 8 * query.length; bit++) {
      byte[] flipped = query.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertReadOrRefused(flipped, "bit " + bit);
    }
  }

  @Test
  void anyBytesAreReadOrRefusedAndNothingElse() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 20_000; round++) {
      byte[] noise = new byte[random.nextInt(200)];
      random.nextBytes(noise);
      if (noise.length > 4 && random.nextBoolean()) {
        System.arraycopy(QUERY.encode(), 0, noise, 0, 5);
      }
      assertReadOrRefused(noise, "seed " + seed + " round " + round);
    }
  }

  @Test
  void hugeLengthIsRefusedBeforeItIsAllocated() {
    byte[] query = QUERY.encode();
    int at = query.length - 12;
    query[at] = 0x7f;
    assertThatThrownBy(() -> FilterQuery.decode(query))
        .isInstanceOf(IllegalArgumentException.class);
    query[at] = (byte) 0xff;
    assertThatThrownBy(() -> FilterQuery.decode(query))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anUnknownSchemeIsRefused() {
    byte[] query = QUERY.encode();
    String text = new String(query, StandardCharsets.ISO_8859_1);
    byte[] unknown =
        text.replace("\u000eadditive int64", "\u000e  caesar int64")
            .getBytes(StandardCharsets.ISO_8859_1);

    assertThatThrownBy(() -> FilterQuery.decode(unknown))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'caesar' is not a scheme");
  }

  @Test
  void operandIsNotInTheText() {
    assertThat(QUERY.toString()).contains("party 1").doesNotContain("operand");
  }

  private static void assertReadOrRefused(byte[] bytes, String which) {
    Throwable thrown = catchThrowable(() -> FilterQuery.decode(bytes));
    if (thrown != null) {
      assertThat(thrown).as(which).isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
