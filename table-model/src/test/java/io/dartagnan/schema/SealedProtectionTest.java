package io.dartagnan.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.PublicPredicate;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Condition;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns whose values clients encrypt, as the clouds see them. */
class SealedProtectionTest {
  private static final SecureRandom SECURE = new SecureRandom();
  private static final Comparison EQUAL = new Comparison(Operator.EQUAL, Ordering.UNSIGNED);
  private static final Comparison OTHER = new Comparison(Operator.NOT_EQUAL, Ordering.UNSIGNED);

  private static SealedProtection parse(String text) {
    return (SealedProtection) Protection.parse(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "std",
        "det",
        "std int64",
        "det int64",
        "std bytes(8)",
        "det string(20)",
        "ope int64",
        "search",
        "search string(20)"
      })
  void whatItWritesParsesToAnEqual(String text) {
    Protection protection = Protection.parse(text);

    assertThat(protection).hasToString(text).isEqualTo(Protection.ofText(text));
    assertThat(protection).hasSameHashCodeAs(Protection.ofText(text));
    assertThat(protection.scheme()).isEqualTo(text.split(" ")[0]);
    assertThat(protection.tagged()).isSameAs(protection);
    assertThat(protection.needsSuite()).isFalse();
    assertThat(protection.isGuarded()).isTrue();
    assertThat(protection.survivesOneCloud()).isTrue();
    assertThat(protection).isNotEqualTo(Protection.parse("det bytes(9)"));
  }

  @Test
  void valuesOfATypeAreAllOfOneLengthAndComeBack() {
    SealedProtection texts = parse("std string(20)");
    byte[] longest = Bytes.toBytes("twenty bytes of text");

    assertThat(texts.pad(new byte[0])).hasSameSizeAs(texts.pad(longest));
    for (byte[] value : List.of(new byte[0], new byte[] {0, 0}, longest)) {
      assertThat(texts.unpad(texts.pad(value))).isEqualTo(value);
      assertThat(parse("det").unpad(parse("det").pad(value))).isEqualTo(value);
    }
    assertThatThrownBy(() -> texts.pad(new byte[21])).hasMessageContaining("21 bytes");
    assertThatThrownBy(() -> parse("det int64").pad(new byte[7])).hasMessageContaining("7 bytes");
    assertThatThrownBy(() -> texts.unpad(new byte[8])).isInstanceOf(IllegalArgumentException.class);
    assertThat(texts.padOperand(new byte[21])).hasSameSizeAs(texts.pad(longest));
  }

  @Test
  void cloudsTakeNothingThatIsTooShortOrLongOrNamesNoKey() {
    SealedProtection number = parse("det int64");
    byte[] sealed = new byte[41];
    assertThat(number.defect(cell(sealed), Party.P1)).contains("it names no key");
    sealed[0] = 1;
    assertThat(number.defect(cell(sealed), Party.P1)).isEmpty();
    assertThat(SealedProtection.keyOf(new byte[] {(byte) 200})).isEqualTo(200);
    for (int length : new int[] {0, 8, sealed.length - 1, sealed.length + 1}) {
      assertThat(number.defect(cell(Arrays.copyOf(sealed, length)), Party.P1))
          .contains("it has %d bytes, a sealed one has 41".formatted(length));
    }
    SealedProtection any = parse("std");
    assertThat(any.defect(cell(sealed), Party.P0)).isEmpty();
    assertThat(any.defect(cell(Arrays.copyOf(sealed, 33)), Party.P0)).isEmpty();
    assertThat(any.defect(cell(Arrays.copyOf(sealed, 32)), Party.P0))
        .contains("it has 32 bytes, a sealed one has 33 or more");
  }

  /** Of a text there is the number of tokens before them, which cannot reach beyond the value. */
  @Test
  void cloudsTakeNoTextWhoseTokensAreCutShort() {
    SealedProtection texts = parse("search");
    byte[] sealed = new byte[21 + 3 * 8 + 16];
    sealed[0] = 1;
    for (int count : new int[] {0, 3}) {
      sealed[20] = (byte) count;
      assertThat(texts.defect(cell(sealed), Party.P1)).isEmpty();
    }
    for (int count : new int[] {4, 127, -1}) {
      sealed[20] = (byte) count;
      sealed[17] = (byte) (count >> 8);
      assertThat(texts.defect(cell(sealed), Party.P1)).contains("its tokens are cut short");
    }
    assertThat(texts.defect(cell(Arrays.copyOf(sealed, 36)), Party.P0))
        .contains("it has 36 bytes, a sealed one has 37 or more");
    assertThat(texts.tokens(5)).isEqualTo(5);
    SealedProtection padded = parse("search string(5)");
    assertThat(padded.tokens(1)).as("a b c").isEqualTo(3);
    assertThat(padded.isOfLength(21 + 3 * 8 + 16 + 8)).isTrue();
    assertThat(padded.isOfLength(21 + 2 * 8 + 16 + 8)).isFalse();
  }

  private static Cell cell(byte[] value) {
    return new KeyValue(new byte[] {'r'}, new byte[] {'f'}, new byte[] {'q'}, 1, value);
  }

  @Test
  void onlyEqualityOfWhatIsDeterministicIsCompared() {
    for (Operator operator : Operator.values()) {
      Comparison comparison = new Comparison(operator, Ordering.UNSIGNED);
      boolean isEquality = operator == Operator.EQUAL || operator == Operator.NOT_EQUAL;
      assertThat(parse("det").compares(comparison, 5)).isEqualTo(isEquality);
      assertThat(parse("std").compares(comparison, 5)).isFalse();
    }
    Comparison number = new Comparison(Operator.EQUAL, Ordering.SIGNED);
    assertThat(parse("det int64").compares(number, Long.BYTES)).isTrue();
    assertThat(parse("det int64").compares(EQUAL, 7)).isFalse();
    assertThat(parse("det").compares(number, Long.BYTES)).isFalse();
    Condition equal = new PublicCondition(0, EQUAL, new byte[17]);
    assertThat(parse("det").takes(equal)).isTrue();
    assertThat(parse("std").takes(equal)).isFalse();
    assertThat(parse("std").takes(PublicCondition.present(0))).isTrue();
  }

  @Test
  void onlyWordsOfWhatIsSearchedAreCompared() {
    Comparison has = new Comparison(Operator.EQUAL, Ordering.WORDS);
    Comparison less = new Comparison(Operator.LESS, Ordering.WORDS);
    Condition trapdoor = new PublicCondition(0, has, new byte[Trapdoor.BYTES]);
    for (String search : List.of("search", "search string(20)")) {
      assertThat(parse(search).compares(has, 8)).isTrue();
      assertThat(parse(search).compares(less, 8)).isFalse();
      assertThat(parse(search).compares(EQUAL, 8)).isFalse();
      assertThat(parse(search).takes(trapdoor)).isTrue();
      assertThat(parse(search).takes(PublicCondition.present(0))).isTrue();
      for (Condition other :
          List.of(
              new PublicCondition(0, has, new byte[Trapdoor.BYTES - 1]),
              new PublicCondition(0, less, new byte[Trapdoor.BYTES]),
              new PublicCondition(0, EQUAL, new byte[Trapdoor.BYTES]))) {
        assertThat(parse(search).takes(other)).isFalse();
      }
    }
    for (String other :
        List.of("std", "det", "det int64", "ope int64", "plain", "xor int64", "xor string(9)")) {
      assertThat(Protection.parse(other).compares(has, 8)).as(other).isFalse();
      assertThat(Protection.parse(other).takes(trapdoor)).as(other).isFalse();
    }
    for (String type : List.of("int64", "bytes(8)")) {
      assertThatThrownBy(() -> Protection.parse("search " + type))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("declare search string(max), or search");
    }
  }

  /** A text has a word if it has it under any key, and lacks it if it has it under none. */
  @Test
  void aWordIsLookedForUnderEachKey() {
    byte[] one = Arrays.copyOf(mark(1, 1), Trapdoor.BYTES);
    byte[] two = Arrays.copyOf(mark(2, 2), Trapdoor.BYTES);
    SealedProtection column = parse("search").comparedBy(new TwoKeys(one, two)).withKeysOfNow();
    for (Operator operator : List.of(Operator.EQUAL, Operator.NOT_EQUAL)) {
      Comparison asked = new Comparison(operator, Ordering.WORDS);
      List<Predicate> each =
          List.of(new PublicCondition(4, asked, one), new PublicCondition(4, asked, two));
      assertThat(column.compare(4, asked, new byte[3], SECURE))
          .hasSize(3)
          .containsOnly(
              operator == Operator.EQUAL ? new Predicate.Or(each) : new Predicate.And(each));
    }
    assertThat(column.conditionsPerComparison()).isEqualTo(2);
  }

  /** A value that begins with the mark of any key is equal, whatever follows; others are not. */
  @Test
  void aComparisonIsByTheFirstBytesUnderEachKey() {
    byte[] one = mark(1, 0xff);
    byte[] two = mark(2, 7);
    SealedProtection known = parse("det").comparedBy(new TwoKeys(one, two));
    SealedProtection column = known.withKeysOfNow();
    assertThat(known.conditionsPerComparison()).isEqualTo(column.conditionsPerComparison());

    for (Predicate equal : column.compare(0, EQUAL, new byte[0], SECURE)) {
      Predicate other = column.compare(0, OTHER, new byte[0], SECURE).get(0);
      for (byte[] value :
          List.of(one, two, Bytes.add(one, new byte[30]), Bytes.add(two, filled(30)))) {
        assertThat(PublicPredicate.holds(equal, value)).isTrue();
        assertThat(PublicPredicate.holds(other, value)).isFalse();
      }
      for (byte[] value : List.of(mark(1, 0xfe), mark(2, 0), mark(2, 8), mark(3, 7), filled(40))) {
        assertThat(PublicPredicate.holds(equal, value)).isFalse();
        assertThat(PublicPredicate.holds(other, value)).isTrue();
      }
      assertThat(equal.size()).isEqualTo(column.conditionsPerComparison()).isEqualTo(4);
      assertThat(equal.depth()).isLessThanOrEqualTo(column.depthPerComparison());
    }
    assertThat(column).isEqualTo(parse("det"));
    assertThatThrownBy(() -> known.compare(0, EQUAL, new byte[0], SECURE))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> parse("det").compare(0, EQUAL, new byte[0], SECURE))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatIsNotComparedIsRefused() {
    Comparison less = new Comparison(Operator.LESS, Ordering.UNSIGNED);
    SealedProtection column =
        parse("det").comparedBy(new TwoKeys(mark(1, 1), mark(2, 2))).withKeysOfNow();
    assertThatThrownBy(() -> column.compare(0, less, new byte[1], SECURE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("was asked of a column 'det'");
    assertThatThrownBy(() -> Protection.parse("ope"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs a type");
    assertThatThrownBy(() -> Protection.parse("ope bytes(5000)"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("declare a smaller maximum");
    assertThat(Protection.parse("ope bytes(4000)")).hasToString("ope bytes(4000)");
  }

  private record TwoKeys(byte[] one, byte[] two, List<String> refused)
      implements SealedProtection.KnownKeys {
    TwoKeys(byte[] one, byte[] two) {
      this(one, two, new ArrayList<>());
    }

    @Override
    public int count() {
      return 2;
    }

    @Override
    public SealedProtection.Marks marks() {
      return new SealedProtection.Marks("id:2", operand -> List.of(one, two));
    }

    @Override
    public void renew(String outdated) {
      refused.add(outdated);
    }
  }

  @Test
  void keysAreRenewedByThoseThatWereRefused() throws Exception {
    TwoKeys keys = new TwoKeys(mark(1, 1), mark(2, 2));
    SealedProtection column = parse("det").comparedBy(keys);
    column.renewKeys();
    assertThat(keys.refused).as("of no query").isEmpty();
    column.withKeysOfNow().renewKeys();
    parse("det").renewKeys();
    assertThat(keys.refused).containsExactly("id:2");
  }

  /** A cloud that has more keys than a query was made under does not begin it. */
  @Test
  void aQuerySaysUnderHowManyKeysItCompares() {
    TwoKeys keys = new TwoKeys(mark(1, 1), mark(2, 2));
    SealedProtection asked =
        (SealedProtection)
            Protection.ofText(parse("det string(20)").comparedBy(keys).withKeysOfNow().written());

    assertThat(asked).isEqualTo(parse("det string(20)")).hasToString("det string(20)");
    assertThat(asked.keys()).isEqualTo("id:2");
    assertThat(asked.isOutdatedBy("id:2")).isFalse();
    assertThat(asked.isOutdatedBy("id:1")).as("of a region that has not heard of it").isFalse();
    assertThat(asked.isOutdatedBy("id:3")).isTrue();
    assertThat(asked.isOutdatedBy("other:2")).as("of a table made anew").isTrue();
    assertThat(asked.isOutdatedBy("other:1")).isTrue();
    assertThat(parse("det").isOutdatedBy("id:3")).as("which is not compared").isFalse();
    assertThat(parse("det").written()).isEqualTo("det");
    assertThat(Protection.ofText("det")).isEqualTo(parse("det"));
    assertThatThrownBy(() -> Protection.ofText("xor int64 under keys id:2"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static byte[] mark(int key, int last) {
    byte[] mark = filled(17);
    mark[0] = (byte) key;
    mark[mark.length - 1] = (byte) last;
    return mark;
  }

  private static byte[] filled(int length) {
    byte[] filled = new byte[length];
    Arrays.fill(filled, (byte) 0xff);
    return filled;
  }

  /** Whoever knows fewer keys would not find what was written under the newest. */
  @Test
  void aNewKeyIsAnotherSchemaWhereValuesAreSealedAndNotElsewhere() {
    TableDescriptor sealed = table("det", "id:1:file:text");
    assertThat(TableSchema.of(sealed).needsKeys()).isTrue();
    assertThat(TableSchema.of(sealed).numberOfKeys()).isOne();
    assertThat(TableSchema.of(table("det", "altered")).numberOfKeys()).isZero();
    assertThat(TableSchema.of(table("det", "id:1:another:other")).digest())
        .isEqualTo(TableSchema.of(sealed).digest());
    assertThat(TableSchema.of(table("det", "id:2:file:text")).digest())
        .isNotEqualTo(TableSchema.of(sealed).digest());
    assertThat(TableSchema.of(table("xor int64", "id:2:file:text")).digest())
        .isEqualTo(TableSchema.of(table("xor int64", "id:1:file:text")).digest());
  }

  private static TableDescriptor table(String protection, String keys) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
        .setValue("dartagnan.column.f:q", protection)
        .setValue(TableSchema.KEYS, keys)
        .build();
  }
}
