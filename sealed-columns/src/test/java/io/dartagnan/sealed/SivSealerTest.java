package io.dartagnan.sealed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.filter.WordComparator;
import io.dartagnan.client.keys.Place;
import io.dartagnan.client.keys.Sealer;
import io.dartagnan.client.keys.TableKeys;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.harness.PublicPredicate;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.SealedProtection;
import io.dartagnan.schema.Trapdoor;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values are opened where and as they were sealed, and nothing else is. */
class SivSealerTest {
  private static final Place PLACE = place("row", "f", "q", 7);
  private static final byte[] VALUE = Bytes.toBytes("porthos!");

  private final long seed = Long.getLong("dartagnan.seed", new Random().nextLong());
  private final TableKeys first = TableKeys.create();
  private final TableKeys second = first.rotate();

  private static Place place(String row, String family, String qualifier, long time) {
    return new Place(Bytes.toBytes(row), Bytes.toBytes(family), Bytes.toBytes(qualifier), time);
  }

  private static Sealer sealer(TableKeys keys) {
    return new SivSealer.Provider().of(keys);
  }

  private static SealedProtection column(String text) {
    return (SealedProtection) Protection.parse(text);
  }

  @Test
  void itIsFoundAsAService() throws Exception {
    assertThat(Sealer.Provider.find(TableName.valueOf("t"))).isInstanceOf(SivSealer.Provider.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "std",
        "det",
        "std int64",
        "det int64",
        "std string(20)",
        "det bytes(8)",
        "ope int64",
        "ope bytes(9)",
        "search",
        "search string(20)"
      })
  void whatWasSealedIsOpenedThere(String text) {
    SealedProtection column = column(text);
    byte[] sealed = sealer(first).seal(column, PLACE, VALUE);

    assertThat(sealer(first).open(column, PLACE, sealed)).get().isEqualTo(VALUE);
    assertThat(sealer(second).open(column, PLACE, sealed)).get().isEqualTo(VALUE);
    byte[] newer = sealer(second).seal(column, PLACE, VALUE);
    assertThat(sealer(second).open(column, PLACE, newer)).get().isEqualTo(VALUE);
    assertThat(sealer(first).open(column, PLACE, newer)).isEmpty();
    assertThat(sealer(TableKeys.create()).open(column, PLACE, sealed))
        .as("of another table")
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "std",
        "det",
        "std int64",
        "det string(20)",
        "ope int64",
        "search",
        "search string(8)"
      })
  void noByteCanBeAlteredAddedOrCut(String text) {
    SealedProtection column = column(text);
    Sealer sealer = sealer(second);
    byte[] sealed = sealer.seal(column, PLACE, VALUE);

    for (int at = 0; at < sealed.length; at++) {
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        byte[] altered = sealed.clone();
        altered[at] ^= (byte) (1 << bit);
        assertThat(sealer.open(column, PLACE, altered)).as("bit %d of %d", bit, at).isEmpty();
      }
      assertThat(sealer.open(column, PLACE, Arrays.copyOf(sealed, at))).isEmpty();
    }
    assertThat(sealer.open(column, PLACE, Arrays.copyOf(sealed, sealed.length + 1))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"std", "det", "det int64", "ope int64", "search"})
  void nothingIsOpenedElsewhere(String text) {
    SealedProtection column = column(text);
    Sealer sealer = sealer(first);
    byte[] sealed = sealer.seal(column, PLACE, VALUE);

    for (Place other :
        List.of(
            place("rox", "f", "q", 7),
            place("row", "g", "q", 7),
            place("row", "f", "r", 7),
            place("row", "f", "q", 8),
            place("row", "fq", "", 7),
            place("rowf", "", "q", 7))) {
      assertThat(sealer.open(column, other, sealed)).as("%s", other).isEmpty();
    }
    for (String another : List.of("std", "det", "ope int64", "search")) {
      if (!text.startsWith(another.substring(0, 3))) {
        assertThat(sealer.open(column(another), PLACE, sealed)).isEmpty();
      }
    }
  }

  @Test
  void nothingIsSealedAlikeTwiceInAStandardColumn() {
    Sealer sealer = sealer(first);
    byte[] one = sealer.seal(column("std"), PLACE, VALUE);
    byte[] other = sealer.seal(column("std"), PLACE, VALUE);

    assertThat(Arrays.copyOfRange(one, 1, 17)).isNotEqualTo(Arrays.copyOfRange(other, 1, 17));
    assertThat(Arrays.copyOfRange(one, 17, 33)).isNotEqualTo(Arrays.copyOfRange(other, 17, 33));
    assertThat(one).hasSameSizeAs(other);
  }

  /** Equal values of one column begin alike wherever they are; of two columns they do not. */
  @Test
  void equalValuesOfADeterministicColumnBeginWithTheirMark() {
    SealedProtection column = column("det string(20)");
    Place elsewhere = place("other", "f", "q", 9);
    List<byte[]> marks = new ArrayList<>();
    for (TableKeys keys : List.of(first, second)) {
      byte[] here = sealer(keys).seal(column, PLACE, VALUE);
      byte[] there = sealer(keys).seal(column, elsewhere, VALUE);
      assertThat(mark(here)).isEqualTo(mark(there));
      assertThat(here).isNotEqualTo(there);
      assertThat(mark(sealer(keys).seal(column, PLACE, Bytes.toBytes("athos"))))
          .isNotEqualTo(mark(here));
      assertThat(mark(sealer(keys).seal(column, place("row", "f", "r", 7), VALUE)))
          .isNotEqualTo(mark(here));
      marks.add(mark(here));
    }
    assertThat(sealer(second).marks(column, PLACE.family(), PLACE.qualifier(), VALUE))
        .containsExactlyElementsOf(marks);
    assertThat(sealer(first).marks(column, PLACE.family(), PLACE.qualifier(), new byte[21]))
        .singleElement()
        .matches(mark -> mark.length == column.markBytes());
  }

  private static byte[] mark(byte[] sealed) {
    return Arrays.copyOf(sealed, 17);
  }

  /** What clouds answer of sealed values is what HBase answers of the values, under all keys. */
  @ParameterizedTest
  @ValueSource(strings = {"det int64", "det string(9)", "det", "ope int64", "ope string(9)"})
  void comparisonsOfSealedValuesAreThoseOfTheValues(String text) {
    System.out.println("SivSealerTest: -Ddartagnan.seed=" + seed);
    Random random = new Random(seed);
    SealedProtection column = column(text);
    Sealer newest = sealer(second);
    SealedProtection compared = column.comparedBy(keysOf(newest, column)).withKeysOfNow();
    for (int i = 0; i < 300; i++) {
      byte[] value = value(column, random, 9);
      byte[] operand = random.nextInt(4) == 0 ? value : value(column, random, 11);
      byte[] sealed = (random.nextBoolean() ? newest : sealer(first)).seal(column, PLACE, value);
      for (Operator operator : Operator.values()) {
        for (Ordering ordering : Ordering.values()) {
          Comparison comparison = new Comparison(operator, ordering);
          if (column.compares(comparison, operand.length)) {
            int sign =
                ordering == Ordering.SIGNED
                    ? Long.compare(Bytes.toLong(value), Bytes.toLong(operand))
                    : Bytes.compareTo(value, operand);
            Predicate predicate =
                compared.compare(0, comparison, operand, new SecureRandom()).get(2);
            assertThat(PublicPredicate.holds(predicate, sealed))
                .as("%s of %s and %s", comparison, Bytes.toHex(value), Bytes.toHex(operand))
                .isEqualTo(operator.holds(sign));
            assertThat(predicate.size()).isLessThanOrEqualTo(compared.conditionsPerComparison());
            assertThat(predicate.depth()).isLessThanOrEqualTo(compared.depthPerComparison());
          }
        }
      }
    }
  }

  /** A table may have 255 keys. */
  @ParameterizedTest
  @ValueSource(strings = {"det int64", "ope int64"})
  void aFilterUnderAsManyKeysAsThereCanBeIsAQuery(String text) {
    TableKeys keys = first;
    while (keys.newest() < 255) {
      keys = keys.rotate();
    }
    SealedProtection column = column(text);
    Sealer last = sealer(keys);
    byte[] seven = Bytes.toBytes(7L);
    Comparison equal = new Comparison(Operator.EQUAL, Ordering.SIGNED);
    Predicate predicate =
        column
            .comparedBy(keysOf(last, column))
            .withKeysOfNow()
            .compare(0, equal, seven, new SecureRandom())
            .get(0);

    assertThat(predicate.depth()).isLessThanOrEqualTo(column.depthPerComparison());
    assertThat(predicate.size()).isEqualTo(510).isLessThanOrEqualTo(Predicate.MAX_CONDITIONS);
    assertThat(PublicPredicate.holds(predicate, last.seal(column, PLACE, seven))).isTrue();
    assertThat(PublicPredicate.holds(predicate, last.seal(column, PLACE, Bytes.toBytes(8L))))
        .isFalse();
    assertThat(PublicPredicate.holds(predicate, sealer(first).seal(column, PLACE, seven))).isTrue();
  }

  private static SealedProtection.KnownKeys keysOf(Sealer sealer, SealedProtection column) {
    return new SealedProtection.KnownKeys() {
      @Override
      public int count() {
        return 2;
      }

      @Override
      public SealedProtection.Marks marks() {
        return new SealedProtection.Marks(
            "id:2", operand -> sealer.marks(column, PLACE.family(), PLACE.qualifier(), operand));
      }

      @Override
      public void renew(String outdated) {}
    };
  }

  private static byte[] value(SealedProtection column, Random random, int most) {
    if (column.declaredType().filter(ValueType.INT64::equals).isPresent()) {
      return Bytes.toBytes(random.nextLong() >> random.nextInt(Long.SIZE));
    }
    byte[] value = new byte[random.nextInt(most + 1)];
    for (int i = 0; i < value.length; i++) {
      // Few, so that many begin alike; all of them UTF-8.
      value[i] = (byte) random.nextInt(3);
    }
    return value;
  }

  /** What clouds find is what the comparator finds in the texts, under all keys. */
  @ParameterizedTest
  @ValueSource(strings = {"search", "search string(40)"})
  void wordsOfSealedTextsAreThoseOfTheTexts(String text) {
    System.out.println("SivSealerTest: -Ddartagnan.seed=" + seed);
    Random random = new Random(seed);
    SealedProtection column = column(text);
    Sealer newest = sealer(second);
    SealedProtection compared = column.comparedBy(keysOf(newest, column)).withKeysOfNow();
    for (int i = 0; i < 500; i++) {
      byte[] value = text(random, 8);
      byte[] sealed = (random.nextBoolean() ? newest : sealer(first)).seal(column, PLACE, value);
      WordComparator word = new WordComparator(word(random));
      for (Operator operator : List.of(Operator.EQUAL, Operator.NOT_EQUAL)) {
        Comparison comparison = new Comparison(operator, Ordering.WORDS);
        Predicate predicate =
            compared.compare(0, comparison, word.getValue(), new SecureRandom()).get(1);
        assertThat(holds(predicate, sealed))
            .as("%s %s in %s", operator, Bytes.toString(word.getValue()), Bytes.toString(value))
            .isEqualTo(operator.holds(word.compareTo(value)));
        assertThat(predicate.size()).isEqualTo(compared.conditionsPerComparison());
      }
    }
  }

  private static boolean holds(Predicate predicate, byte[] sealed) {
    if (predicate instanceof Predicate.Branch branch) {
      return branch instanceof Predicate.And
          ? branch.children().stream().allMatch(each -> holds(each, sealed))
          : branch.children().stream().anyMatch(each -> holds(each, sealed));
    }
    PublicCondition condition = (PublicCondition) predicate;
    boolean has = new Trapdoor(condition.operand()).isIn(sealed, 0, sealed.length);
    return condition.comparison().operator().holds(Ordering.byWord(has));
  }

  private static byte[] text(Random random, int words) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(words + 1); i > 0; i--) {
      text.append(word(random)).append(random.nextBoolean() ? " " : ", ");
    }
    return Bytes.toBytes(text.toString());
  }

  private static String word(Random random) {
    return List.of("a", "A", "ab", "\u00e9", "E\u0301", "7").get(random.nextInt(6));
  }

  /** Neither do two seals of one text, nor its order. */
  @Test
  void tokensOfEqualWordsHaveNothingInCommon() {
    SealedProtection column = column("search");
    byte[] text = Bytes.toBytes("one for all and all for one");
    Set<Long> met = new HashSet<>();
    for (int row = 0; row < 100; row++) {
      byte[] sealed = sealer(first).seal(column, place("row" + row % 2, "f", "q", 7), text);
      List<Long> tokens = tokens(sealed);
      assertThat(tokens).hasSize(4).isSortedAccordingTo(Long::compareUnsigned);
      met.addAll(tokens);
    }
    assertThat(met).hasSize(400);
  }

  private static List<Long> tokens(byte[] sealed) {
    ByteBuffer cell = ByteBuffer.wrap(sealed);
    return IntStream.range(0, cell.getInt(17)).mapToObj(i -> cell.getLong(21 + i * 8)).toList();
  }

  @Test
  void textsOfATypeHaveAsManyTokensAsTheyCanHaveWords() {
    SealedProtection column = column("search string(9)");
    for (String text : List.of("", "athos", "a b c d e")) {
      byte[] sealed = sealer(first).seal(column, PLACE, Bytes.toBytes(text));
      assertThat(tokens(sealed)).hasSize(5).doesNotHaveDuplicates();
    }
  }

  /** A trapdoor is of one column, one table and one key. */
  @Test
  void aTrapdoorFindsNothingElsewhere() {
    SealedProtection column = column("search");
    byte[] word = Bytes.toBytes("porthos");
    byte[] sealed = sealer(first).seal(column, PLACE, VALUE);
    Sealer sealer = sealer(second);
    List<byte[]> here = sealer.marks(column, PLACE.family(), PLACE.qualifier(), word);
    assertThat(here).hasSize(2);
    assertThat(new Trapdoor(here.get(0)).isIn(sealed, 0, sealed.length)).isTrue();
    assertThat(new Trapdoor(here.get(1)).isIn(sealed, 0, sealed.length)).isFalse();
    here.get(1)[0] = here.get(0)[0];
    assertThat(new Trapdoor(here.get(1)).isIn(sealed, 0, sealed.length)).isFalse();
    for (byte[] elsewhere :
        List.of(
            sealer.marks(column, PLACE.family(), Bytes.toBytes("r"), word).get(0),
            sealer.marks(column, Bytes.toBytes("fq"), new byte[0], word).get(0),
            sealer(TableKeys.create())
                .marks(column, PLACE.family(), PLACE.qualifier(), word)
                .get(0))) {
      assertThat(new Trapdoor(elsewhere).isIn(sealed, 0, sealed.length)).isFalse();
    }
  }

  @Test
  void valuesOfAnotherTypeAreRefusedAndNothingIsTold() {
    assertThatThrownBy(() -> sealer(first).seal(column("std int64"), PLACE, new byte[3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 bytes");
    assertThat(sealer(second)).hasToString("sealing under 2 keys");
  }

  /** All sealed forms of a column with a type are of one length: it says nothing of the value. */
  @Test
  void lengthsOfATypeAreAllAlike() {
    for (String text : List.of("std string(20)", "det string(20)", "search string(20)")) {
      assertThat(sealer(first).seal(column(text), PLACE, new byte[0]))
          .hasSameSizeAs(sealer(first).seal(column(text), PLACE, Bytes.toBytes("d'Artagnan")));
    }
  }
}
