package io.dartagnan.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShareCellTest {
  private static final SharedProtection INT64 = SharedProtection.additive(ValueType.INT64);
  private static final long ID = 0x0102030405060708L;
  private static final long OWN = 0xa1a2a3a4a5a6a7a8L;
  private static final long NEXT = 0xb1b2b3b4b5b6b7b8L;
  private static final Shares SHARE =
      Shares.single(Party.P0, Sharing.ADDITIVE, new Ring(1), new long[] {OWN});

  @ParameterizedTest
  @CsvSource({
    "additive int64, 01",
    "xor int64, 02",
    "additive bytes(7), 01",
    "xor string(7), 02",
  })
  void layoutIsTheDrawnOne(String declared, String code) {
    SharedProtection protection = (SharedProtection) Protection.parse(declared);
    Shares share =
        Shares.single(Party.P2, protection.laneSharing(), new Ring(1), new long[] {0, OWN, 0});

    assertThat(HexFormat.of().formatHex(ShareCell.encode(protection, ID, share, 1)))
        .isEqualTo("da01" + code + "02" + "0102030405060708" + "a1a2a3a4a5a6a7a8");
  }

  @ParameterizedTest
  @CsvSource({"replicated int64, 03", "replicated bytes(7), 04", "replicated string(7), 04"})
  void aReplicatedColumnsCellHoldsThisPartysShareAndThenTheNextOnes(String declared, String code) {
    SharedProtection protection = (SharedProtection) Protection.parse(declared);
    Shares shares =
        new Shares(
            Party.P2,
            protection.laneSharing(),
            new Ring(1),
            new long[] {0, OWN},
            new long[] {0, NEXT});

    assertThat(HexFormat.of().formatHex(ShareCell.encode(protection, ID, shares, 1)))
        .isEqualTo(
            "da01" + code + "02" + "0102030405060708" + "a1a2a3a4a5a6a7a8" + "b1b2b3b4b5b6b7b8");
  }

  @Test
  void anElementOfTwoLimbsIsWrittenWholeBeforeTheNextOne() {
    SharedProtection protection = (SharedProtection) Protection.parse("replicated string(12)");
    Shares shares =
        new Shares(
            Party.P0, protection.laneSharing(), new Ring(2), new long[] {1, 2}, new long[] {3, 4});

    assertThat(HexFormat.of().formatHex(ShareCell.encode(protection, ID, shares, 0)).substring(24))
        .isEqualTo(
            "0000000000000001" + "0000000000000002" + "0000000000000003" + "0000000000000004");
  }

  @ParameterizedTest
  @ValueSource(strings = {"replicated int64", "replicated bytes(20)", "replicated string(7)"})
  void aLostCellIsMadeOfWhatItHasInCommonWithTheTwoOthers(String declared) {
    SharedProtection protection = (SharedProtection) Protection.parse(declared);
    long seed = Seed.of(this);
    long[] value = new Random(seed).longs(protection.laneType().ring().limbs()).toArray();
    List<Shares> dealt =
        new Dealer(protection.laneSharing(), protection.laneType().ring(), new SecureRandom())
            .deal(value);
    List<Cell> cells = new ArrayList<>();
    for (Party party : Party.ALL) {
      byte[] bytes = ShareCell.encode(protection, ID, dealt.get(party.index()), 0);
      cells.add(new KeyValue(new byte[] {1}, new byte[] {'f'}, new byte[] {'q'}, bytes));
    }
    for (Party lost : Party.ALL) {
      byte[] fromPrev =
          ShareCell.common(cells.get(lost.prev().index()), protection, lost.prev(), lost);
      byte[] fromNext =
          ShareCell.common(cells.get(lost.next().index()), protection, lost.next(), lost);
      assertThat(fromPrev).hasSize(ShareBytes.length(protection) / 2);
      // All of it, and nothing of the share that the two others have in common.
      assertThat(ShareCell.join(protection, ID, lost, fromPrev, fromNext))
          .isEqualTo(CellUtil.cloneValue(cells.get(lost.index())));
    }
  }

  private static final byte[] TAG = {
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  };

  @Test
  void aTagLiesBehindTheShareWithTheNumberOfItsKey() {
    SharedProtection protection = INT64.tagged();
    byte[] value = ShareCell.encode(protection, ID, SHARE, 0);
    assertThat(defect(value, protection)).isEqualTo("it has no tag");
    ShareCell.setTag(value, 255, TAG);

    assertThat(HexFormat.of().formatHex(value))
        .startsWith("da02")
        .endsWith("ff" + HexFormat.of().formatHex(TAG));
    assertThat(value).hasSize(ShareCell.length(INT64) + 17);
    assertThat(defect(value, protection)).isNull();
    assertThat(ShareCell.tagKey(value, 0, value.length)).isEqualTo(255);
    assertThat(ShareCell.hasTag(value, 0, value.length, TAG)).isTrue();
    value[value.length - 1]++;
    assertThat(ShareCell.hasTag(value, 0, value.length, TAG)).isFalse();
    assertThat(ShareCell.isShare(cell(value))).isTrue();
    assertThat(defect(value, INT64)).isNotNull();
    assertThat(ShareCell.isOfAnotherSchema(cell(value), INT64)).isTrue();
    byte[] given = ShareCell.encode(INT64, ID, SHARE, 0);
    given[1] = 3;
    assertThat(defect(given, INT64)).as("tagged cells alone are given").isNotNull();
  }

  private static String defect(byte[] value, SharedProtection protection) {
    return ShareCell.defect(cell(value), protection, Party.P0);
  }

  @Test
  void aLostCellHasTheTagThatBothOthersHaveOrIsNotMade() {
    SharedProtection protection =
        ((SharedProtection) Protection.parse("replicated string(7)")).tagged();
    List<Shares> dealt =
        new Dealer(protection.laneSharing(), protection.laneType().ring(), new SecureRandom())
            .deal(new long[] {5});
    List<Cell> cells = new ArrayList<>();
    for (Party party : Party.ALL) {
      byte[] bytes = ShareCell.encode(protection, ID, dealt.get(party.index()), 0);
      ShareCell.setTag(bytes, 3, TAG);
      cells.add(new KeyValue(new byte[] {1}, new byte[] {'f'}, new byte[] {'q'}, bytes));
    }
    for (Party lost : Party.ALL) {
      Cell ofPrev = cells.get(lost.prev().index());
      Cell ofNext = cells.get(lost.next().index());
      byte[] whole = CellUtil.cloneValue(cells.get(lost.index()));
      // It says that it was given.
      assertThat(ShareCell.isGiven(cells.get(lost.index()), protection)).isFalse();
      assertThat(agreedId(cells.get(lost.index()), protection, lost)).isEqualTo(ID);
      whole[1] = 3;
      assertThat(ShareCell.isGiven(cell(whole), protection)).isTrue();
      assertThat(ShareCell.isGiven(cell(whole), Protection.PLAIN)).isFalse();
      assertThat(ShareCell.defect(cell(whole), protection, lost)).isNull();
      assertThat(protection.writeId(cell(whole), lost)).hasValue(ID);
      assertThat(agreedId(cell(whole), protection, lost)).isNotEqualTo(ID);
      Cell confirmed = cell(whole);
      ShareCell.confirm(confirmed);
      assertThat(CellUtil.matchingValue(confirmed, cells.get(lost.index()))).isTrue();
      byte[] fromPrev = ShareCell.common(ofPrev, protection, lost.prev(), lost);
      byte[] fromNext = ShareCell.common(ofNext, protection, lost.next(), lost);
      assertThat(ShareCell.haveOneTag(protection, fromPrev, fromNext)).isTrue();
      assertThat(ShareCell.join(protection, ID, lost, fromPrev, fromNext)).isEqualTo(whole);
      assertThat(protection.cellOf(lost, ofNext, ofPrev)).hasValue(whole);

      for (int back = 1; back <= 17; back++) {
        byte[] altered = CellUtil.cloneValue(ofPrev);
        altered[altered.length - back] ^= 1;
        Cell other = new KeyValue(new byte[] {1}, new byte[] {'f'}, new byte[] {'q'}, altered);
        byte[] given = ShareCell.common(other, protection, lost.prev(), lost);
        assertThat(ShareCell.haveOneTag(protection, given, fromNext)).isFalse();
        assertThatThrownBy(() -> ShareCell.join(protection, ID, lost, given, fromNext))
            .isInstanceOf(IllegalArgumentException.class);
        assertThat(protection.cellOf(lost, ofNext, other)).isEmpty();
      }
    }
  }

  private static long agreedId(Cell cell, Protection protection, Party holder) {
    return protection
        .agreedId(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength(), holder)
        .orElseThrow();
  }

  @Test
  void whatIsNotReplicatedHasNoCommonShare() {
    Cell cell =
        new KeyValue(
            new byte[] {1},
            new byte[] {'f'},
            new byte[] {'q'},
            ShareCell.encode(INT64, ID, SHARE, 0));
    assertThatThrownBy(() -> ShareCell.common(cell, INT64, Party.P0, Party.P1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no share on two clouds");
    SharedProtection replicated = (SharedProtection) Protection.parse("replicated int64");
    assertThatThrownBy(() -> ShareCell.join(replicated, ID, Party.P0, new byte[8], new byte[7]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has shares of 8");
  }

  @ParameterizedTest
  @MethodSource("protections")
  void readsBackWhatItWrites(SharedProtection protection) {
    long seed = Seed.of(this);
    long[] values = new Random(seed).longs(3L * protection.laneType().ring().limbs()).toArray();
    for (Shares dealt :
        new Dealer(protection.laneSharing(), protection.laneType().ring(), new SecureRandom())
            .deal(values)) {
      List<Cell> cells = new ArrayList<>();
      for (int lane = 0; lane < 3; lane++) {
        Cell cell = cell(ShareCell.encode(protection, ID + lane, dealt, lane));
        assertThat(ShareCell.defect(cell, protection, dealt.holder())).isNull();
        assertThat(ShareCell.writeId(cell)).isEqualTo(ID + lane);
        assertThat(cell.getValueLength()).isEqualTo(ShareCell.length(protection));
        cells.add(cell);
      }

      assertThat(ShareCell.read(cells, protection, dealt.holder()))
          .as("seed %d", seed)
          .usingRecursiveComparison()
          .isEqualTo(dealt);
    }
  }

  static Stream<SharedProtection> protections() {
    return Stream.of("additive", "xor", "replicated")
        .flatMap(
            scheme ->
                Stream.of("int64", "bytes(5)", "string(7)", "bytes(20)", "string(300)")
                    .map(type -> (SharedProtection) Protection.parse(scheme + " " + type)));
  }

  /** A cell of one sharing is never taken for one of another, whatever their lengths. */
  @ParameterizedTest
  @MethodSource("protections")
  void aCellOfAnotherSharingOrLengthIsADefect(SharedProtection protection) {
    Cell cell = cell(encoded(protection));
    protections()
        .filter(other -> !other.equals(protection))
        .filter(
            other ->
                other.laneSharing() != protection.laneSharing()
                    || other.laneType().ring().limbs() != protection.laneType().ring().limbs())
        .forEach(
            other ->
                assertThat(ShareCell.defect(cell, other, Party.P0)).as(other + "").isNotNull());
  }

  @ParameterizedTest
  @MethodSource("protections")
  void aShareOfAnotherSharingOrLengthIsToldFromWhatIsNoShare(SharedProtection protection) {
    Cell cell = cell(encoded(protection));
    assertThat(ShareCell.isOfAnotherSchema(cell, protection)).isFalse();
    protections()
        .forEach(
            other ->
                assertThat(ShareCell.isOfAnotherSchema(cell, other))
                    .as(other + "")
                    .isEqualTo(
                        other.laneSharing() != protection.laneSharing()
                            || !other.laneType().ring().equals(protection.laneType().ring())));
    byte[] ofAnotherLayout = encoded(protection);
    ofAnotherLayout[1] = 4;
    for (byte[] none : List.of(new byte[0], new byte[1], new byte[20], ofAnotherLayout)) {
      protections()
          .forEach(other -> assertThat(ShareCell.isOfAnotherSchema(cell(none), other)).isFalse());
    }
    byte[] ofAnotherParty = encoded(protection);
    ofAnotherParty[3] = 2;
    assertThat(ShareCell.isOfAnotherSchema(cell(ofAnotherParty), protection)).isFalse();
  }

  private static byte[] encoded(SharedProtection protection) {
    return ShareCell.encode(protection, ID, ShareBytes.zeros(Party.P0, protection, 1), 0);
  }

  @Test
  void sharesOfAnotherRingOrSharingAreNotWritten() {
    for (String other : new String[] {"additive string(20)", "xor int64", "replicated int64"}) {
      SharedProtection protection = (SharedProtection) Protection.parse(other);
      assertThatThrownBy(() -> ShareCell.encode(protection, ID, SHARE, 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("additive shares of 1 lanes of 1 limbs held by party 0 were given")
          .hasMessageContaining("a column declared '" + other + "' takes ");
    }
  }

  @ParameterizedTest
  @MethodSource("protections")
  void everyOtherLengthIsADefect(SharedProtection protection) {
    byte[] value = encoded(protection);
    for (int length = 0; length < 2 * value.length; length++) {
      if (length != value.length) {
        assertThat(ShareCell.defect(cell(Arrays.copyOf(value, length)), protection, Party.P0))
            .isEqualTo("it has %d bytes, a share has %d".formatted(length, value.length));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void everyBitFlipInTheFirstFourBytesIsADefect(int at) {
    for (int bit = 0; bit < 8; bit++) {
      byte[] value = ShareCell.encode(INT64, ID, SHARE, 0);
      value[at] ^= (byte) (1 << bit);
      assertThat(defect(value)).as("byte %d bit %d", at, bit).isNotNull();
    }
  }

  @Test
  void plaintextIsADefectAndIsNotRepeated() {
    assertThat(defect("a secret of 20 bytes".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
        .isNotNull()
        .doesNotContain("secret");
  }

  @Test
  void anotherPartysShareIsADefect() {
    Cell cell = cell(ShareCell.encode(INT64, ID, SHARE, 0));

    assertThat(ShareCell.defect(cell, INT64, Party.P1)).contains("party 1");
  }

  @Test
  void whatBeginsAsAShareIsOneOfSomeColumn() {
    byte[] value = ShareCell.encode(INT64, ID, SHARE, 0);

    assertThat(ShareCell.isShare(cell(value))).isTrue();
    assertThat(
            ShareCell.isShare(cell(encoded((SharedProtection) Protection.parse("xor string(80)")))))
        .isTrue();
    assertThat(ShareCell.isShare(cell(Arrays.copyOf(value, ShareCell.HEADER_BYTES)))).isTrue();
    assertThat(ShareCell.isShare(cell(Arrays.copyOf(value, ShareCell.HEADER_BYTES - 1)))).isFalse();
    assertThat(ShareCell.isShare(cell(new byte[20]))).isFalse();
    value[1] = 4;
    assertThat(ShareCell.isShare(cell(value))).isFalse();
  }

  @Test
  void valueIsReadWhereItLiesInAnArray() {
    byte[] value = ShareCell.encode(INT64, ID, SHARE, 0);
    byte[] array = new byte[value.length + 10];
    System.arraycopy(value, 0, array, 7, value.length);

    assertThat(ShareCell.defect(array, 7, value.length, INT64, Party.P0)).isNull();
    assertThat(ShareCell.defect(array, 6, value.length, INT64, Party.P0)).isNotNull();
    assertThat(ShareCell.isOfAnotherSchema(array, 7, value.length, INT64)).isFalse();
    assertThat(ShareCell.isOfAnotherSchema(array, 7, value.length - 1, INT64)).isTrue();
    assertThat(ShareCell.writeId(array, 7)).isEqualTo(ID);
  }

  private static String defect(byte[] value) {
    return ShareCell.defect(cell(value), INT64, Party.P0);
  }

  private static Cell cell(byte[] value) {
    return new KeyValue(new byte[] {'r'}, new byte[] {'f'}, new byte[] {'q'}, 7, value);
  }
}
