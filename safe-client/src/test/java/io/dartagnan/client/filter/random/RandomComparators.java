package io.dartagnan.client.filter.random;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.filter.BigDecimalComparator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryComponentComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.BitComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.NullComparator;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RegexStringComparator.EngineType;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.util.Bytes;

/** Comparators of every class of hbase-client, around an operand. */
final class RandomComparators {
  private static final List<String> PATTERNS =
      List.of("", "a", "^a", "b$", "a|z", "^k[0-4]", "[^a]", "A", ".", "^..$", "1");

  private final Random random;
  private final Map<Class<? extends ByteArrayComparable>, Function<byte[], ByteArrayComparable>>
      makers = new LinkedHashMap<>();
  private final List<Function<byte[], ByteArrayComparable>> any;

  RandomComparators(Random random) {
    this.random = random;
    makers.put(BinaryComparator.class, BinaryComparator::new);
    makers.put(BinaryPrefixComparator.class, BinaryPrefixComparator::new);
    makers.put(LongComparator.class, operand -> new LongComparator(number(operand)));
    makers.put(NullComparator.class, operand -> new NullComparator());
    makers.put(BitComparator.class, this::bits);
    makers.put(RegexStringComparator.class, operand -> pattern());
    makers.put(SubstringComparator.class, this::substring);
    makers.put(BinaryComponentComparator.class, this::component);
    makers.put(BigDecimalComparator.class, this::decimal);
    any = new ArrayList<>(makers.values());
  }

  /** The classes that are made. */
  Set<Class<? extends ByteArrayComparable>> classes() {
    return makers.keySet();
  }

  /** A comparator, in half of all cases a {@code BinaryComparator}. */
  ByteArrayComparable next(byte[] operand) {
    return random.nextBoolean()
        ? new BinaryComparator(operand)
        : any.get(random.nextInt(any.size())).apply(operand);
  }

  private long number(byte[] operand) {
    return operand.length == Long.BYTES ? Bytes.toLong(operand) : RandomTable.number(random);
  }

  private ByteArrayComparable bits(byte[] operand) {
    BitComparator.BitwiseOp[] operators = BitComparator.BitwiseOp.values();
    return new BitComparator(operand, operators[random.nextInt(operators.length)]);
  }

  private ByteArrayComparable pattern() {
    return new RegexStringComparator(
        PATTERNS.get(random.nextInt(PATTERNS.size())),
        random.nextBoolean() ? Pattern.DOTALL : Pattern.DOTALL | Pattern.CASE_INSENSITIVE,
        random.nextInt(8) > 0 ? EngineType.JAVA : EngineType.JONI);
  }

  private ByteArrayComparable substring(byte[] operand) {
    int from = random.nextInt(operand.length + 1);
    int length = random.nextInt(operand.length - from + 1);
    return new SubstringComparator(Bytes.toString(operand, from, length));
  }

  private ByteArrayComparable component(byte[] operand) {
    int from = random.nextInt(operand.length + 1);
    return new BinaryComponentComparator(
        Bytes.copy(operand, from, operand.length - from), from + random.nextInt(2));
  }

  private ByteArrayComparable decimal(byte[] operand) {
    return operand.length > Integer.BYTES && random.nextBoolean()
        ? new BigDecimalComparator(Bytes.toBigDecimal(operand))
        : new BigDecimalComparator(BigDecimal.valueOf(random.nextInt(7) - 3, random.nextInt(2)));
  }
}
