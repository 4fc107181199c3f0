package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.Protection;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.filter.BigDecimalComparator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryComponentComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.BitComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.NullComparator;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows that a comparator selects are those that HBase's own filter lets pass. */
class ComparatorRegistryTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] QUALIFIER = Bytes.toBytes("q");
  private static final byte[] ALPHABET = {0, 1, 'a', 0x7f, (byte) 0x80, (byte) 0xff};

  private static final List<Function<byte[], ByteArrayComparable>> BYTEWISE =
      List.of(BinaryComparator::new, BinaryPrefixComparator::new, operand -> new NullComparator());

  static Stream<Long> seeds() {
    return Seed.ofCases(ComparatorRegistryTest.class, 100);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void valuesCompareAsInHBase(long seed) {
    Random random = new Random(seed);
    for (String declared :
        List.of("plain", "additive int64", "xor bytes(3)", "replicated string(9)", "search")) {
      QueryColumn column = new QueryColumn(FAMILY, QUALIFIER, Protection.parse(declared));
      for (int i = 0; i < 30; i++) {
        byte[] value = value(declared, random);
        ByteArrayComparable comparator = comparator(declared, random);
        for (CompareOperator operator : CompareOperator.values()) {
          Optional<RowSet> rows = ComparatorRegistry.onColumn(comparator, operator, column);
          assertThat(rows.isPresent()).isEqualTo(operator != CompareOperator.NO_OP);
          if (rows.isPresent()) {
            assertThat(contains(rows.get(), value))
                .as(
                    "%s %s %s %s",
                    declared,
                    operator,
                    comparator.getClass().getSimpleName(),
                    Bytes.toStringBinary(value) + " " + Bytes.toStringBinary(comparator.getValue()))
                .isEqualTo(passes(operator, comparator, value));
          }
        }
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void keysCompareAsInHBase(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      byte[] key = bytes(random, 1 + random.nextInt(4));
      byte[] operand = bytes(random, random.nextInt(5));
      ByteArrayComparable comparator = BYTEWISE.get(random.nextInt(BYTEWISE.size())).apply(operand);
      for (CompareOperator operator : CompareOperator.values()) {
        Optional<RowRanges> rows = ComparatorRegistry.onKeys(comparator, operator);
        RowFilter filter = new RowFilter(operator, comparator);
        if (operator != CompareOperator.NO_OP) {
          assertThat(rows.orElseThrow().contains(key))
              .isEqualTo(!filter.filterRowKey(cell(key, new byte[0])));
        }
      }
    }
  }

  @Test
  void whatTheCloudsCannotCompareIsSaid() {
    QueryColumn text = new QueryColumn(FAMILY, QUALIFIER, Protection.parse("xor string(9)"));
    List<ByteArrayComparable> local =
        List.of(
            new LongComparator(1),
            new RegexStringComparator("a"),
            new BitComparator(new byte[1], BitComparator.BitwiseOp.AND));

    for (ByteArrayComparable comparator : local) {
      assertThat(ComparatorRegistry.onColumn(comparator, CompareOperator.EQUAL, text)).isEmpty();
      assertThat(ComparatorRegistry.obstacle(comparator, CompareOperator.EQUAL, text))
          .isEqualTo(
              "the clouds have no %s on xor string(9) columns"
                  .formatted(comparator.getClass().getSimpleName()));
    }
    assertThat(ComparatorRegistry.obstacle(null, CompareOperator.EQUAL, text))
        .isEqualTo("it has no operand");
    assertThat(ComparatorRegistry.obstacle(new NullComparator(), CompareOperator.NO_OP, text))
        .isEqualTo("operator NO_OP is none of EQUAL to GREATER_OR_EQUAL");
  }

  @Test
  void theTableSaysWhatTheCloudsCanCompare() {
    Map<Class<?>, ByteArrayComparable> one = new HashMap<>();
    List.of(
            new BinaryComparator(new byte[8]),
            new BinaryPrefixComparator(new byte[3]),
            new LongComparator(1),
            new NullComparator(),
            new BitComparator(new byte[1], BitComparator.BitwiseOp.AND),
            new RegexStringComparator("a"),
            new SubstringComparator("a"),
            new BinaryComponentComparator(new byte[1], 0),
            new BigDecimalComparator(BigDecimal.ONE),
            new WordComparator("a"))
        .forEach(comparator -> one.put(comparator.getClass(), comparator));

    for (ComparatorRegistry.Adapter<?> adapter : ComparatorRegistry.adapters()) {
      ByteArrayComparable comparator = one.get(adapter.type());
      assertThat(isOnColumn(comparator, "xor int64")).isEqualTo(adapter.support().int64());
      assertThat(isOnColumn(comparator, "xor bytes(9)")).isEqualTo(adapter.support().bytes());
      assertThat(isOnColumn(comparator, "additive string(9)")).isEqualTo(adapter.support().bytes());
      assertThat(isOnColumn(comparator, "plain")).isEqualTo(adapter.support().plain());
      assertThat(ComparatorRegistry.onKeys(comparator, CompareOperator.LESS).isPresent())
          .isEqualTo(adapter.support().keys() == ComparatorRegistry.OnKey.RANGES);
    }
  }

  private static boolean isOnColumn(ByteArrayComparable comparator, String declared) {
    QueryColumn column = new QueryColumn(FAMILY, QUALIFIER, Protection.parse(declared));
    return ComparatorRegistry.onColumn(comparator, CompareOperator.LESS, column).isPresent();
  }

  @ParameterizedTest
  @EnumSource
  void comparatorsThatACloudRunsTakeAnyKey(CompareOperator operator) {
    Random random = new Random(0);
    List<ByteArrayComparable> onClouds =
        List.of(
            new BitComparator(new byte[3], BitComparator.BitwiseOp.XOR),
            new RegexStringComparator("a"),
            new SubstringComparator("a"),
            new NullComparator(),
            new BinaryComparator(new byte[3]),
            new BinaryPrefixComparator(new byte[3]));

    for (ByteArrayComparable comparator : onClouds) {
      assertThat(ComparatorRegistry.takesAnyKey(comparator)).isTrue();
      for (int length = 1; length < 12; length++) {
        assertThatCode(
                () ->
                    new RowFilter(operator, comparator)
                        .filterRowKey(cell(bytes(random, 1 + random.nextInt(12)), new byte[0])))
            .doesNotThrowAnyException();
      }
    }
  }

  @Test
  void aSubclassIsNotItsParent() {
    ByteArrayComparable own =
        new BinaryComparator(new byte[8]) {
          @Override
          public int compareTo(byte[] value, int offset, int length) {
            return 0;
          }
        };

    assertThat(ComparatorRegistry.adapter(own)).isEmpty();
    assertThat(ComparatorRegistry.onKeys(own, CompareOperator.EQUAL)).isEmpty();
  }

  private static ByteArrayComparable comparator(String declared, Random random) {
    if (declared.equals("search")) {
      return new WordComparator("a");
    }
    if (declared.endsWith("int64") && random.nextInt(3) == 0) {
      return new LongComparator(random.nextInt(5) - 2);
    }
    byte[] operand =
        random.nextBoolean() ? value(declared, random) : bytes(random, random.nextInt(12));
    return BYTEWISE.get(random.nextInt(BYTEWISE.size())).apply(operand);
  }

  private static byte[] value(String declared, Random random) {
    if (declared.endsWith("int64")) {
      return random.nextBoolean() ? Bytes.toBytes(random.nextInt(5) - 2L) : bytes(random, 8);
    }
    return bytes(random, random.nextInt(4));
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = ALPHABET[random.nextInt(ALPHABET.length)];
    }
    return bytes;
  }

  private static boolean contains(RowSet rows, byte[] value) {
    return !rows.isNone()
        && rows.where().orElseThrow().holds(Result.create(List.of(cell(FAMILY, value))));
  }

  private static boolean passes(
      CompareOperator operator, ByteArrayComparable comparator, byte[] value) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(FAMILY, QUALIFIER, operator, comparator);
    filter.filterCell(cell(FAMILY, value));
    return !filter.filterRow();
  }

  private static KeyValue cell(byte[] row, byte[] value) {
    return new KeyValue(row, FAMILY, QUALIFIER, 1L, value);
  }
}
