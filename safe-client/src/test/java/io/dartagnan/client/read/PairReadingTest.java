package io.dartagnan.client.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.schema.BatchDealer;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.StoredValue;
import io.dartagnan.write.SettledFlag;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PairReadingTest {
  private static final SecureRandom SECURE = new SecureRandom();
  private static final Set<Party> ALL = EnumSet.allOf(Party.class);
  private static final Set<Party> NONE = EnumSet.noneOf(Party.class);

  /** One version of a column, where it is, and which clouds know that it is settled. */
  private record Version(List<Cell> byCloud, Set<Party> on, Set<Party> known) {
    Version in(Set<Party> clouds, Set<Party> knowing) {
      return new Version(byCloud, clouds, knowing);
    }
  }

  private static Version version(byte[] qualifier, long timestamp, long value) {
    Protection protection =
        Tables.TABLE.schema().protectionOf(Tables.FAMILY, qualifier).orElseThrow();
    BatchDealer dealer = new BatchDealer();
    StoredValue stored = protection.store(Bytes.toBytes(value), dealer);
    dealer.deal(SECURE);
    long writeId = SECURE.nextLong();
    List<Cell> cells = new ArrayList<>();
    for (Party party : Party.ALL) {
      cells.add(
          new KeyValue(Tables.ROW, Tables.FAMILY, qualifier, timestamp, stored.on(party, writeId)));
    }
    return new Version(cells, ALL, NONE);
  }

  private static Version number(long timestamp) {
    return version(Tables.REPLICATED_NUMBER, timestamp, 1_000 + timestamp);
  }

  private static List<Result> rows(List<Version> versions, boolean flagged) {
    List<Result> rows = new ArrayList<>();
    for (Party cloud : Party.ALL) {
      rows.add(
          Result.create(
              versions.stream()
                  .filter(version -> version.on().contains(cloud))
                  .map(
                      version -> {
                        Cell cell = version.byCloud().get(cloud.index());
                        return flagged
                            ? SettledFlag.on(cell, version.known().contains(cloud))
                            : cell;
                      })
                  .sorted(CellComparator.getInstance())
                  .toList()));
    }
    return rows;
  }

  private static final ProtectedTable VERIFIED = new ProtectedTable(Tables.plainOf("verified"));

  private static Version plain(long timestamp) {
    Cell cell = Tables.plain(timestamp, "at " + timestamp);
    return new Version(List.of(cell, cell, cell), ALL, ALL);
  }

  private static PairReading ofVerified(Party lost, Version... versions) {
    return read(1, new PairedRow(lost, rows(List.of(versions), true), VERIFIED));
  }

  @ParameterizedTest
  @EnumSource
  void whereOneMayLieBothHaveToKnowThatAVersionIsSettled(Party lost) {
    Set<Party> one = EnumSet.of(lost.next());
    Version newest = plain(20);

    assertThat(ofVerified(lost, newest, plain(10)).undecided()).isEmpty();
    assertThat(ofVerified(lost, newest.in(ALL, one), plain(10)).undecided())
        .contains(newest.byCloud().get(0));
    assertThat(read(1, paired(lost, newest.in(ALL, one), plain(10))).undecided()).isEmpty();
  }

  /** The other may have left it out. */
  @ParameterizedTest
  @EnumSource
  void whereOneMayLieWhatOneAloneHasIsInDoubt(Party lost) {
    for (Party alone : List.of(lost.next(), lost.prev())) {
      Version newest = plain(20).in(EnumSet.of(alone), ALL);

      assertThat(ofVerified(lost, newest, plain(10)).undecided()).contains(newest.byCloud().get(0));
      assertThat(ofVerified(lost, newest).undecided()).contains(newest.byCloud().get(0));
      assertThat(ofVerified(lost, plain(30), newest).undecided()).as("it does not count").isEmpty();
      assertThat(read(1, paired(lost, newest, plain(10))).undecided()).isEmpty();
    }
  }

  private static PairedRow paired(Party lost, Version... versions) {
    return new PairedRow(lost, rows(List.of(versions), true), Tables.TABLE);
  }

  private static PairReading read(int wanted, PairedRow... rows) {
    PairReading reading = new PairReading(wanted);
    for (PairedRow row : rows) {
      reading.add(row);
    }
    return reading;
  }

  private static List<String> answer(PairReading reading, int wanted) throws IOException {
    assertThat(reading.undecided()).isEmpty();
    return texts(new Reconciliation(Tables.TABLE, wanted).reconcile(reading.ofAllThree()));
  }

  private static List<String> texts(Result row) {
    return row.isEmpty()
        ? List.of()
        : row.listCells().stream()
            .map(
                cell ->
                    Bytes.toString(CellUtil.cloneQualifier(cell))
                        + " at "
                        + cell.getTimestamp()
                        + " is "
                        + Bytes.toLong(CellUtil.cloneValue(cell)))
            .toList();
  }

  @ParameterizedTest
  @EnumSource
  void aVersionThatOneOfTheTwoKnowsToBeSettledIsTheAnswer(Party lost) throws IOException {
    for (Party knowing : List.of(lost.next(), lost.prev())) {
      PairedRow row = paired(lost, number(5).in(ALL, EnumSet.of(knowing)), number(4));

      assertThat(answer(read(1, row), 1)).containsExactly("rn at 5 is 1005");
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatTheLostCloudKnowsIsNotKnown(Party lost) {
    PairedRow row = paired(lost, number(5).in(ALL, EnumSet.of(lost)), number(4).in(ALL, ALL));

    assertThat(read(1, row).undecided()).map(Cell::getTimestamp).contains(5L);
  }

  @ParameterizedTest
  @EnumSource
  void aVersionThatOneOfTheTwoLacksIsPassedOver(Party lost) throws IOException {
    PairedRow row =
        paired(
            lost,
            number(7).in(EnumSet.of(lost, lost.next()), NONE),
            number(6).in(EnumSet.of(lost.prev()), NONE),
            number(5).in(ALL, ALL));

    assertThat(answer(read(1, row), 1)).containsExactly("rn at 5 is 1005");
  }

  /** One took the place of another: the older version need not be the newest complete one. */
  @Test
  void ofTwoWritesAtOneTimestampNeitherIsKnownUntilBothCloudsShowOne() throws IOException {
    Party lost = Party.P0;
    Version five = number(5);
    Version four = number(4).in(ALL, ALL);
    PairReading reading =
        read(
            1,
            paired(
                lost,
                five.in(EnumSet.of(lost.next()), ALL),
                number(5).in(EnumSet.of(lost.prev()), ALL),
                four));
    assertThat(reading.undecided()).map(Cell::getTimestamp).contains(5L);

    reading.add(paired(lost, five.in(ALL, ALL), four));
    assertThat(answer(reading, 1)).containsExactly("rn at 5 is 1005");
  }

  @Test
  void onlyTheVersionsThatAreWantedNeedToBeKnown() throws IOException {
    PairedRow row = paired(Party.P1, number(5).in(ALL, ALL), number(4), number(3).in(ALL, ALL));

    assertThat(answer(read(1, row), 1)).containsExactly("rn at 5 is 1005");
    assertThat(read(2, row).undecided()).map(Cell::getTimestamp).contains(4L);
  }

  @Test
  void ofARowThatIsWrittenAllTheTimeAnEarlierReadingIsTheAnswer() throws IOException {
    Version four = number(4).in(ALL, ALL);
    Version five = number(5);
    PairReading reading = read(1, paired(Party.P2, five, four));
    assertThat(reading.undecided()).map(Cell::getTimestamp).contains(5L);

    reading.add(paired(Party.P2, number(6), five.in(ALL, EnumSet.of(Party.P0)), four));

    assertThat(answer(reading, 1)).containsExactly("rn at 5 is 1005");
  }

  @Test
  void aVersionThatWasRolledBackIsForgotten() throws IOException {
    Version four = number(4).in(ALL, ALL);
    PairReading reading = read(1, paired(Party.P2, number(5), four));

    reading.add(paired(Party.P2, number(5).in(EnumSet.of(Party.P0), NONE), four));

    assertThat(answer(reading, 1)).containsExactly("rn at 4 is 1004");
  }

  /** Whatever is answered is what the three clouds would answer at that moment. */
  @Test
  void twoCloudsAnswerAsThreeOrNotAtAll() throws IOException {
    long seed = Seed.of(this);
    Random random = new Random(seed);
    int answered = 0;
    for (int round = 0; round < 3_000; round++) {
      List<Version> versions = new ArrayList<>();
      for (byte[] qualifier : List.of(Tables.REPLICATED_NUMBER, Tables.PLAIN)) {
        for (int timestamp = random.nextInt(6); timestamp > 0; timestamp--) {
          versions.add(fate(version(qualifier, timestamp, random.nextInt(100)), random));
        }
      }
      int wanted = 1 + random.nextInt(3);
      Party lost = Party.ALL.get(random.nextInt(Party.ALL.size()));
      List<String> three =
          texts(new Reconciliation(Tables.TABLE, wanted).reconcile(rows(versions, false)));
      PairReading reading = read(wanted, new PairedRow(lost, rows(versions, true), Tables.TABLE));

      if (reading.undecided().isEmpty()) {
        answered++;
        assertThat(answer(reading, wanted)).as("seed %d round %d", seed, round).isEqualTo(three);
      }
    }
    assertThat(answered).as("seed %d", seed).isBetween(500, 2_900);
  }

  /** Settled only if it is everywhere; else anywhere. */
  private static Version fate(Version version, Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> version.in(some(random), NONE);
      case 1 -> version.in(ALL, NONE);
      default -> version.in(ALL, some(random));
    };
  }

  private static Set<Party> some(Random random) {
    Set<Party> some = EnumSet.noneOf(Party.class);
    Party.ALL.stream().filter(party -> random.nextBoolean()).forEach(some::add);
    return some;
  }
}
