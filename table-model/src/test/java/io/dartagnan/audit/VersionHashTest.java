package io.dartagnan.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.SharedProtection;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class VersionHashTest {
  private static final byte[] SALT = new byte[AuditRequest.SALT_BYTES];
  private static final SharedProtection SHARED =
      (SharedProtection) Protection.parse("replicated int64");

  private static KeyValue plain(String row, String family, String name, long at, String value) {
    return new KeyValue(
        Bytes.toBytes(row), Bytes.toBytes(family), Bytes.toBytes(name), at, Bytes.toBytes(value));
  }

  private static VersionSum of(Cell... cells) {
    VersionHash hash = new VersionHash(SALT);
    VersionSum sum = VersionSum.NONE;
    for (Cell cell : cells) {
      sum = hash.add(sum, cell, Protection.PLAIN, Party.P0);
    }
    return sum;
  }

  private static Cell share(Party party, long writeId, long value) {
    Shares shares =
        new Dealer(SHARED.laneSharing(), SHARED.laneType().ring(), new SecureRandom())
            .deal(new long[] {value})
            .get(party.index());
    return new KeyValue(
        Bytes.toBytes("r"),
        Bytes.toBytes("f"),
        Bytes.toBytes("q"),
        7,
        ShareCell.encode(SHARED, writeId, shares, 0));
  }

  private static VersionSum ofShare(Party party, Cell cell) {
    return new VersionHash(SALT).add(VersionSum.NONE, cell, SHARED, party);
  }

  @Test
  void theOrderDoesNotMatterAndTheSumOfPartsIsThatOfTheWhole() {
    long seed = Seed.of(this);
    Random random = new Random(seed);
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      cells.add(plain("r" + i, "f", "q", random.nextInt(5), "v" + random.nextInt(5)));
    }
    VersionSum whole = of(cells.toArray(Cell[]::new));
    Collections.shuffle(cells, random);
    assertThat(of(cells.toArray(Cell[]::new))).isEqualTo(whole);
    assertThat(
            of(cells.subList(0, 200).toArray(Cell[]::new))
                .plus(of(cells.subList(200, 500).toArray(Cell[]::new))))
        .isEqualTo(whole);
    assertThat(whole.versions()).isEqualTo(500);
  }

  @Test
  void theSumCarriesFromItsLowerHalfIntoTheUpper() {
    VersionSum sum = new VersionSum(1, 2, -1).plus(new VersionSum(1, 3, 2));
    assertThat(sum).isEqualTo(new VersionSum(2, 6, 1));
  }

  @Test
  void everyCoordinateAndTheValueCount() {
    assertThat(
            List.of(
                of(plain("row", "f", "q", 1, "v")),
                of(plain("rox", "f", "q", 1, "v")),
                of(plain("row", "g", "q", 1, "v")),
                of(plain("row", "f", "p", 1, "v")),
                of(plain("row", "f", "q", 2, "v")),
                of(plain("row", "f", "q", 1, "w")),
                // The same bytes, cut elsewhere.
                of(plain("ro", "wf", "q", 1, "v")),
                of(plain("row", "fq", "", 1, "v")),
                of(plain("row", "f", "qv", 1, ""))))
        .doesNotHaveDuplicates();
    assertThat(of(plain("row", "f", "q", 1, "v"), plain("row", "f", "q", 1, "v")))
        .isNotEqualTo(of(plain("row", "f", "q", 1, "v")));
  }

  @Test
  void ofASharedColumnTheWriteIdCountsAndNoShare() {
    VersionSum one = ofShare(Party.P0, share(Party.P0, 5, 1));
    assertThat(ofShare(Party.P0, share(Party.P0, 5, 1_000_000))).isEqualTo(one);
    assertThat(ofShare(Party.P2, share(Party.P2, 5, 3))).isEqualTo(one);
    assertThat(ofShare(Party.P0, share(Party.P0, 6, 1))).isNotEqualTo(one);
  }

  @Test
  void whatIsNoShareOfThisPartyDiffersFromEveryShare() {
    VersionSum share = ofShare(Party.P0, share(Party.P0, 0, 1));
    assertThat(ofShare(Party.P0, share(Party.P1, 0, 1))).isNotEqualTo(share);
    assertThat(ofShare(Party.P0, plain("r", "f", "q", 7, "x"))).isNotEqualTo(share);
  }

  @Test
  void anotherSaltGivesOtherSumsAndOtherBlocks() {
    byte[] other = SALT.clone();
    other[3] = 1;
    Cell cell = plain("row", "f", "q", 1, "v");
    assertThat(new VersionHash(other).add(VersionSum.NONE, cell, Protection.PLAIN, Party.P0))
        .isNotEqualTo(of(cell));
    assertThat(ends(new VersionHash(SALT))).isNotEqualTo(ends(new VersionHash(other)));
  }

  @Test
  void oneRowOfSoManyEndsABlock() {
    assertThat(ends(new VersionHash(SALT))).hasSizeBetween(50, 200);
    assertThat(new VersionHash(SALT).endsBlock(Bytes.toBytes("any"), 0)).isTrue();
  }

  /** Of 8,192 rows, where one of 64 ends a block. */
  private static List<Integer> ends(VersionHash hash) {
    List<Integer> ends = new ArrayList<>();
    for (int i = 0; i < 1 << 13; i++) {
      if (hash.endsBlock(Bytes.toBytes("row" + i), 6)) {
        ends.add(i);
      }
    }
    return ends;
  }

  /** Clouds of two releases that are to agree compute it alike. */
  @Test
  void theHashIsTheOneThatItHasAlwaysBeen() {
    VersionSum sum = of(plain("row", "f", "q", 1, "v"));
    // Of sixteen zeros, 0, lengths 3, 1 and 1, timestamp 1, type 4, and "rowfqv".
    assertThat(HexFormat.of().toHexDigits(sum.high()) + HexFormat.of().toHexDigits(sum.low()))
        .isEqualTo("45fed05ae8970c6b788bcbfb8e8e0139");
  }
}
