package io.dartagnan.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Condition;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.sharing.Reconstruction;
import io.dartagnan.mpc.sharing.Shares;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every protection that a schema can name keeps the promises of the interface. */
class ProtectionTest {
  private static final SecureRandom SECURE = new SecureRandom();
  private static final long ID = 0x0102030405060708L;
  // Eight bytes of UTF-8: of every type, also of a plain number.
  private static final byte[] VALUE = Bytes.toBytes("musketee");

  static Stream<Protection> protections() {
    return Stream.concat(
            Stream.of("plain", "replicated-xor int64"),
            Stream.of("additive", "xor", "replicated")
                .flatMap(
                    scheme ->
                        Stream.of("int64", "bytes(8)", "string(20)")
                            .map(type -> scheme + " " + type)))
        .map(Protection::parse);
  }

  @ParameterizedTest
  @MethodSource("protections")
  void whatItWritesParsesToAnEqual(Protection protection) {
    Protection again = Protection.parse(protection.toString());

    assertThat(again).isEqualTo(protection).hasSameHashCodeAs(protection);
    assertThat(Protection.ofText(protection.toString())).isEqualTo(protection);
    assertThat(Protection.ofText(protection.tagged().toString())).isEqualTo(protection.tagged());
    assertThat(protection.tagged().equals(protection)).isEqualTo(!protection.isGuarded());
    assertThat(protection.tagged().isTagged()).isEqualTo(protection.isGuarded());
    assertThat(protection.toString()).startsWith(protection.scheme());
    assertThat(protections().filter(protection::equals)).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("protections")
  void threeCloudsStoreAndGiveBackAValue(Protection protection) throws Exception {
    List<Cell> version = stored(protection, VALUE, ID);

    for (Party party : Party.ALL) {
      Cell cell = version.get(party.index());
      assertThat(protection.defect(cell, party)).isEmpty();
      assertThat(protection.writeId(cell, party))
          .isPresent()
          .isEqualTo(protection.writeId(version.get(0), Party.P0));
      assertThat(Bytes.equals(stored(cell), VALUE)).isNotEqualTo(isShared(protection));
    }
    assertThat(value(protection, version)).get().isEqualTo(VALUE);
  }

  private static Optional<byte[]> value(Protection protection, List<Cell> cells)
      throws UnreadableValueException {
    StoredVersion version = new StoredVersion(cells.size());
    for (int cloud = 0; cloud < cells.size(); cloud++) {
      version.set(cloud, cells.get(cloud));
    }
    return protection.value(version);
  }

  @ParameterizedTest
  @MethodSource("protections")
  void twoCloudsTellTheThirdsCellWhereAnyTwoHoldTheValue(Protection protection) {
    List<Cell> version = stored(protection, VALUE, ID);
    List<Cell> another = stored(protection, VALUE, ID + 1);

    assertThat(protection.isHeldByAnyTwo())
        .isEqualTo(List.of("plain", "replicated", "replicated-xor").contains(protection.scheme()));
    for (Party missing : Party.ALL) {
      Cell ofNext = version.get(missing.next().index());
      Cell ofPrev = version.get(missing.prev().index());
      if (protection.isHeldByAnyTwo()) {
        assertThat(protection.cellOf(missing, ofNext, ofPrev))
            .get()
            .isEqualTo(stored(version.get(missing.index())));
        // Nothing tells two writes of one plain value apart.
        assertThat(
                protection.cellOf(missing, ofNext, another.get(missing.prev().index())).isPresent())
            .isNotEqualTo(isShared(protection));
      } else {
        assertThatThrownBy(() -> protection.cellOf(missing, ofNext, ofPrev))
            .isInstanceOf(UnsupportedOperationException.class);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("protections")
  void cellsOfTwoWritesAreNoValue(Protection protection) throws Exception {
    byte[] other = VALUE.clone();
    other[0]++;
    List<Cell> torn = stored(protection, VALUE, ID);
    torn.set(1, stored(protection, other, ID + 1).get(1));

    assertThat(value(protection, torn)).isEmpty();
    assertThat(protection.writeId(torn.get(1), Party.P1))
        .isNotEqualTo(protection.writeId(torn.get(0), Party.P0));
  }

  @ParameterizedTest
  @MethodSource("protections")
  void aProtectedColumnTakesNoPlaintextAndNoOtherPartysCell(Protection protection) {
    Cell plaintext = cell(VALUE);
    Cell ofAnother = stored(protection, VALUE, ID).get(1);

    assertThat(protection.defect(plaintext, Party.P0).isPresent())
        .isEqualTo(protection.isGuarded());
    assertThat(protection.defect(ofAnother, Party.P0).isPresent())
        .isEqualTo(protection.isGuarded());
    assertThat(protection.writeId(plaintext, Party.P0).isEmpty()).isEqualTo(isShared(protection));
  }

  @ParameterizedTest
  @MethodSource("protections")
  void cellsInAnotherOrderOfCloudsAreNoValueOfAProtectedColumn(Protection protection)
      throws Exception {
    List<Cell> version = stored(protection, VALUE, ID);
    Collections.rotate(version, 1);

    assertThat(value(protection, version).isEmpty()).isEqualTo(isShared(protection));
  }

  @ParameterizedTest
  @MethodSource("protections")
  void lanesAreSharesOfTheValues(LaneProtection protection) throws Exception {
    List<Shares> lanes = new ArrayList<>();
    List<Cell> version = stored(protection, VALUE, ID);
    for (Party party : Party.ALL) {
      Shares two = ShareBytes.zeros(party, protection, 2);
      byte[] stored = stored(version.get(party.index()));
      byte[] shifted = Bytes.add(new byte[] {1, 2, 3}, stored);
      protection.readLane(shifted, 3, stored.length, two, 1);
      lanes.add(two);
    }

    long[] values = Reconstruction.values(lanes);

    assertThat(lanes)
        .allMatch(share -> share.sharing() == protection.laneSharing())
        .allMatch(share -> share.ring().equals(protection.laneType().ring()));
    int limbs = values.length / 2;
    assertThat(Arrays.copyOf(values, limbs)).containsOnly(0);
    assertThat(Arrays.copyOfRange(values, limbs, values.length))
        .isEqualTo(protection.laneType().encode(VALUE));
  }

  @Test
  void aPlainValueThatIsNoNumberHasNoLane() {
    Shares lane = ShareBytes.zeros(Party.P1, Protection.PLAIN, 1);

    assertThatThrownBy(() -> Protection.PLAIN.readLane(new byte[7], 0, 7, lane, 0))
        .isInstanceOfSatisfying(
            UnreadableValueException.class,
            e ->
                assertThat(e.about("column f:q"))
                    .isEqualTo(
                        "a plain value of 7 bytes in column f:q was met, aggregates take the eight"
                            + " bytes of Bytes.toBytes(long)"));
  }

  @ParameterizedTest
  @MethodSource("protections")
  void aComparisonIsOfTheSizeThatItSaysAndOfItsColumn(Protection protection) {
    Comparison equal = new Comparison(Operator.EQUAL, Ordering.UNSIGNED);
    assertThat(protection.compares(equal, VALUE.length)).isTrue();

    List<Predicate> ofParties = protection.compare(3, equal, VALUE, SECURE);

    assertThat(ofParties).hasSize(Party.ALL.size());
    for (Predicate predicate : ofParties) {
      assertThat(predicate.size()).isEqualTo(protection.conditionsPerComparison());
      assertThat(predicate.depth()).isEqualTo(protection.conditionsPerComparison());
      assertThat(predicate.conditions()).allMatch(protection::takes);
      assertThat(predicate.conditions().map(Condition::column)).containsOnly(3);
      assertThat(predicate.isPublic()).isNotEqualTo(protection.needsSuite());
    }
  }

  @ParameterizedTest
  @MethodSource("protections")
  void aProtectedColumnTakesNoOperandInTheClearOrSharedOtherwise(LaneProtection protection) {
    Comparison equal = new Comparison(Operator.EQUAL, Ordering.UNSIGNED);
    Condition inTheClear = new PublicCondition(0, equal, VALUE);

    assertThat(protection.takes(PublicCondition.present(0))).isTrue();
    assertThat(protection.takes(inTheClear)).isNotEqualTo(protection.needsSuite());
    protections()
        .filter(Protection::needsSuite)
        .map(LaneProtection.class::cast)
        .forEach(
            other -> {
              boolean alike =
                  protection.needsSuite()
                      && other.laneSharing() == protection.laneSharing()
                      && other.laneType().ring().equals(protection.laneType().ring());
              Stream<Condition> conditions =
                  other.compare(0, equal, VALUE, SECURE).get(0).conditions();
              assertThat(conditions.allMatch(protection::takes)).as("%s", other).isEqualTo(alike);
            });
  }

  @ParameterizedTest
  @MethodSource("protections")
  void onlyNumbersAreComparedAsNumbers(Protection protection) {
    Comparison signed = new Comparison(Operator.LESS, Ordering.SIGNED);
    Comparison unsigned = new Comparison(Operator.LESS, Ordering.UNSIGNED);
    boolean int64 = protection.declaredType().filter(ValueType.INT64::equals).isPresent();

    assertThat(protection.compares(signed, Long.BYTES)).isEqualTo(int64);
    assertThat(protection.compares(unsigned, Long.BYTES)).isTrue();
    assertThat(protection.compares(unsigned, Long.BYTES + 1)).isNotEqualTo(int64);
    assertThat(protection.compares(unsigned, PublicCondition.MAX_OPERAND_BYTES + 1))
        .isEqualTo(protection.needsSuite() && !int64);
  }

  @Test
  void aPlainVersionIsKnownByADigestOfItsValue() {
    assertThat(Protection.PLAIN.writeId(cell(new byte[0]), Party.P2))
        .isEqualTo(OptionalLong.of(0xe3b0c44298fc1c14L));
  }

  private static boolean isShared(Protection protection) {
    return protection instanceof SharedProtection;
  }

  private static List<Cell> stored(Protection protection, byte[] value, long writeId) {
    BatchDealer dealer = new BatchDealer();
    // Others of the batch, so that the value is not the first of those that are dealt together.
    byte[] zero = new byte[Long.BYTES];
    SharedProtection.additive(ValueType.INT64).store(zero, dealer);
    SharedProtection.xor(ValueType.INT64).store(zero, dealer);
    StoredValue stored = protection.store(value, dealer);
    dealer.deal(SECURE);
    List<Cell> version = new ArrayList<>();
    for (Party party : Party.ALL) {
      version.add(cell(stored.on(party, writeId)));
    }
    return version;
  }

  private static Cell cell(byte[] value) {
    return new KeyValue(new byte[] {'r'}, new byte[] {'f'}, new byte[] {'q'}, 1, value);
  }

  private static byte[] stored(Cell cell) {
    int at = cell.getValueOffset();
    return Arrays.copyOfRange(cell.getValueArray(), at, at + cell.getValueLength());
  }
}
