package io.dartagnan.server.query.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.server.query.agreement.AlignedBatch.AlignedRow;
import io.dartagnan.server.query.agreement.RowSource.Retention;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AlignmentTest {
  private static final int MOST_ROWS = 64;
  private static final Comparator<byte[]> ASCENDING = MemoryRows.ASCENDING;
  private static final Comparator<byte[]> DESCENDING = ASCENDING.reversed();

  /** A party's batch. */
  private record Batch(List<MemoryRow> rows, boolean exhausted) {
    static Batch last(MemoryRow... rows) {
      return new Batch(List.of(rows), true);
    }

    static Batch ofMore(MemoryRow... rows) {
      return new Batch(List.of(rows), false);
    }
  }

  @Test
  void batchesThatAreAlikeCostOneRoundOfDigests() {
    Batch batch = Batch.last(row("a", write(2, 22), write(1, 11)), row("b"));

    ThreeParties.Run<AlignedBatch<MemoryRow>> run = agree(1, ASCENDING, batch, batch, batch);

    assertThat(run.cost().bytes()).isEqualTo(3 * 2 * 32);
    for (AlignedBatch<MemoryRow> aligned : run.results()) {
      assertThat(aligned.isLast()).isTrue();
      assertThat(describe(aligned)).containsExactly("a=2/22", "b=none");
    }
  }

  /** It was complete, and that party has lost it; or it is under way. */
  @Test
  void aRowOfWhichOnePartyLacksAWriteIsTorn() {
    Batch whole = Batch.last(row("a", write(2, 22), write(1, 11)));
    Batch lacking = Batch.last(row("a", write(1, 11)));

    assertAllAgreeOn(agree(1, ASCENDING, whole, whole, lacking), "a=torn");
    assertAllAgreeOn(agree(1, ASCENDING, lacking, whole, whole), "a=torn");
  }

  @Test
  void aWriteThatOnePartyAloneHasIsPassedOver() {
    Batch more = Batch.last(row("a", write(2, 22), write(1, 11)));
    Batch whole = Batch.last(row("a", write(1, 11)));

    assertAllAgreeOn(agree(1, ASCENDING, whole, more, whole), "a=1/11");
  }

  /**
   * Each party read a cell a little later than the one before, and four versions of it are kept; or
   * one, of those that are settled.
   */
  @Test
  void aCellThatIsWrittenFasterThanItIsReadIsTorn() {
    for (int kept : new int[] {4, 1}) {
      Batch[] batches =
          Stream.of(4, 6, 8)
              .map(
                  newest ->
                      Batch.last(
                          row(
                              "a",
                              IntStream.range(0, kept)
                                  .mapToObj(i -> write(newest - i, newest - i))
                                  .toArray(Version[]::new))))
              .toArray(Batch[]::new);

      assertAllAgreeOn(agree(1, ASCENDING, batches), "a=torn");
    }
  }

  /**
   * One party was read before a put of both columns and a delete of one of them, the others after
   * both: the row had the old value of the first column and none of the second at no time.
   */
  @Test
  void aRowWithoutAColumnThatAPartyHasIsTorn() {
    Batch before = Batch.last(row("a", List.of(List.of(write(1, 11)), List.of(write(1, 11)))));
    Batch after =
        Batch.last(row("a", List.of(List.of(write(2, 22), write(1, 11)), List.<Version>of())));
    for (List<Batch> batches :
        List.of(
            List.of(before, after, after),
            List.of(after, before, after),
            List.of(after, after, before))) {
      for (AlignedBatch<MemoryRow> aligned :
          agree(2, ASCENDING, batches.get(0), batches.get(1), batches.get(2)).results()) {
        assertThat(describe(aligned)).containsExactly("a=torn");
      }
    }
  }

  /**
   * One party was read before a version was overwritten, the others when they had dropped it: what
   * all three have is older than a version that was at all of them.
   */
  @Test
  void aRowOfWhichPartiesHaveDifferentNewerVersionsIsTorn() {
    Batch before = Batch.last(row("a", List.of(List.of(write(2, 22), write(1, 11)))));
    Batch after = Batch.last(row("a", List.of(List.of(write(3, 33), write(1, 11)))));
    Batch old = Batch.last(row("a", List.of(List.of(write(1, 11)))));

    assertAllAgreeOn(agree(1, ASCENDING, before, after, after), "a=torn");
    assertAllAgreeOn(agree(1, ASCENDING, before, after, old), "a=torn");
  }

  /** A write at a timestamp of the application's own took the place of another at one party. */
  @Test
  void aRowOfWhichPartiesHaveDifferentWritesAtOneTimestampIsTorn() {
    Batch before = Batch.last(row("a", List.of(List.of(write(2, 22), write(1, 11)))));
    Batch after = Batch.last(row("a", List.of(List.of(write(2, 33), write(1, 11)))));
    assertAllAgreeOn(agree(1, ASCENDING, before, after, after), "a=torn");
    Batch[] alone =
        Stream.of(22, 33, 33).map(id -> Batch.last(row("a", write(2, id)))).toArray(Batch[]::new);
    assertAllAgreeOn(agree(1, ASCENDING, alone), "a=torn");
  }

  @Test
  void aRowWithoutAColumnThatNobodyHasIsNotTorn() {
    Batch one = Batch.last(row("a", List.of(List.of(write(1, 11)), List.<Version>of())));
    Batch other =
        Batch.last(row("a", List.of(List.of(write(2, 22), write(1, 11)), List.<Version>of())));

    assertAllAgreeOn(agree(2, ASCENDING, one, other, one), "a=1/11,none");
  }

  /** As of the pseudo-column of any cell, whose versions come in the order of columns. */
  @Test
  void versionsThatAllHaveDoNotTearARowWhateverTheirOrder() {
    MemoryRow one = row("a", write(1, 11), write(5, 55));
    MemoryRow other = row("a", write(1, 11), write(7, 77), write(5, 55));
    // Makes the parties send summaries.
    MemoryRow alone = row("b", write(1, 12));

    assertAllAgreeOn(
        agree(1, ASCENDING, Batch.last(one), Batch.last(one), Batch.last(other, alone)), "a=1/11");
    assertAllAgreeOn(
        agree(1, ASCENDING, Batch.last(one), Batch.last(other), Batch.last(other, alone)),
        "a=torn");
  }

  @Test
  void whileAPartyHasFoundNoRowTheOthersKeepTheirs() {
    Batch rows = Batch.ofMore(row("a", write(1, 1)));
    Batch end = Batch.last(row("a", write(1, 1)));
    Batch none = Batch.ofMore();
    for (List<Batch> batches :
        List.of(List.of(none, none, none), List.of(rows, none, end), List.of(none, rows, none))) {
      assertThat(agree(1, ASCENDING, batches.toArray(Batch[]::new)).results())
          .allMatch(AlignedBatch::isNothingYet)
          .noneMatch(AlignedBatch::isLast);
    }
  }

  /** Whatever it has of the columns: a filter may be after rows without them. */
  @Test
  void aRowThatOnePartyLacksIsTorn() {
    for (MemoryRow row : List.of(row("a", write(1, 1)), row("a"))) {
      Batch both = Batch.last(row, row("b", write(1, 2)));
      Batch lacking = Batch.last(row("b", write(1, 2)));

      ThreeParties.Run<AlignedBatch<MemoryRow>> run = agree(1, ASCENDING, both, lacking, both);

      assertAllAgreeOn(run, "a=torn", "b=1/2");
      assertThat(run.results())
          .extracting(aligned -> aligned.rows().get(0).stored().isAbsent())
          .containsExactly(false, true, false);
    }
  }

  @Test
  void aRowThatOnePartyAloneHasIsLeftOut() {
    Batch more = Batch.last(row("a", write(1, 1)), row("b", write(1, 2)));
    Batch whole = Batch.last(row("b", write(1, 2)));

    assertAllAgreeOn(agree(1, ASCENDING, whole, more, whole), "b=1/2");
  }

  /** It is wiped: what it says is that the range ends. */
  @Test
  void allRowsOfAPartyThatHasNoneAreTorn() {
    Batch two = Batch.ofMore(row("a", write(1, 1)), row("b", write(1, 2)));

    for (AlignedBatch<MemoryRow> aligned : agree(1, ASCENDING, two, two, Batch.last()).results()) {
      assertThat(describe(aligned)).containsExactly("a=torn", "b=torn");
      assertThat(aligned.throughRow()).isEqualTo(bytes("b"));
    }
  }

  @Test
  void rowsBehindTheNearestEndWait() {
    // Party 1 read one row more than the others below "c", so its batch ends earlier.
    Batch two = Batch.ofMore(row("a", write(1, 1)), row("c", write(1, 3)));
    Batch nearer = Batch.ofMore(row("a", write(1, 1)), row("b", write(1, 2)));

    ThreeParties.Run<AlignedBatch<MemoryRow>> run = agree(1, ASCENDING, two, nearer, two);

    assertAllAgreeOn(run, "a=1/1");
    assertThat(run.results())
        .allSatisfy(aligned -> assertThat(aligned.throughRow()).isEqualTo(bytes("b")));
  }

  @Test
  void inReversedOrderTheNearestEndIsTheGreatestKey() {
    Batch two = Batch.ofMore(row("c", write(1, 3)), row("a", write(1, 1)));
    Batch nearer = Batch.ofMore(row("c", write(1, 3)), row("b", write(1, 2)));

    ThreeParties.Run<AlignedBatch<MemoryRow>> run = agree(1, DESCENDING, two, nearer, two);

    assertAllAgreeOn(run, "c=1/3");
    assertThat(run.results())
        .allSatisfy(aligned -> assertThat(aligned.throughRow()).isEqualTo(bytes("b")));
  }

  @Test
  void eachColumnHasItsOwnNewestVersionThatAllHave() {
    List<Version> first = List.of(write(1, 11));
    List<Version> second = List.of(write(2, 22));
    Batch hasFirst =
        Batch.last(row("a", List.of(List.of(write(4, 44), write(1, 11)), second, List.of())));
    Batch hasSecond =
        Batch.last(row("a", List.of(first, List.of(write(9, 99), write(2, 22)), List.of())));
    Batch hasNeither = Batch.last(row("a", List.of(first, second, List.of())));

    assertAllAgreeOn(agree(3, ASCENDING, hasFirst, hasSecond, hasNeither), "a=1/11,2/22,none");
  }

  @Test
  void aDifferenceInAnyColumnIsSeen() {
    List<Version> same = List.of(write(4, 44));
    for (int different = 0; different < 3; different++) {
      List<List<Version>> columns = new ArrayList<>(List.of(same, same, same));
      columns.set(different, List.of(write(5, 50), write(4, 44)));
      Batch all = Batch.last(row("a", List.of(same, same, same)));

      ThreeParties.Run<AlignedBatch<MemoryRow>> run =
          agree(3, ASCENDING, all, all, Batch.last(row("a", columns)));

      assertThat(run.cost().bytes()).as("column %d", different).isGreaterThan(3 * 2 * 32);
      assertAllAgreeOn(run, "a=4/44,4/44,4/44");
    }
  }

  /** One history of each cell, of which each party has received some writes, or lost them. */
  @Test
  void randomHistoriesYieldTheNewestCompleteWritesOrAreTorn() {
    Random random = Seed.random(this);
    for (int round = 0; round < 150; round++) {
      int columns = 1 + round % 3;
      Comparator<byte[]> order = random.nextBoolean() ? ASCENDING : DESCENDING;
      int oneOf = 2 + random.nextInt(60);
      List<List<MemoryRow>> received = received(random, columns, oneOf);
      List<Batch> batches = new ArrayList<>();
      for (List<MemoryRow> rows : received) {
        rows.sort((a, b) -> order.compare(a.key(), b.key()));
        int read = 1 + random.nextInt(rows.size() + 10);
        batches.add(
            read < rows.size()
                ? new Batch(List.copyOf(rows.subList(0, read)), false)
                : new Batch(rows, true));
      }

      ThreeParties.Run<AlignedBatch<MemoryRow>> run =
          agree(columns, order, batches.toArray(Batch[]::new));

      byte[] through = nearestEnd(batches, order);
      String[] expected = expected(batches, columns, through, order).toArray(String[]::new);
      assertAllAgreeOn(run, expected);
      assertThat(run.results())
          .as("round %d", round)
          .allSatisfy(aligned -> assertThat(aligned.throughRow()).isEqualTo(through));
      assertThat(run.results().stream().map(AlignedBatch::label).distinct()).hasSize(1);
    }
  }

  /**
   * What each party has received of some rows. One in so many writes is missing at each party, and
   * one is at each alone.
   */
  private static List<List<MemoryRow>> received(Random random, int columns, int oneOf) {
    List<List<MemoryRow>> received =
        List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int r = 0; r < 40; r++) {
      List<List<List<Version>>> ofParties = new ArrayList<>();
      for (int party = 0; party < 3; party++) {
        ofParties.add(
            Stream.generate(() -> (List<Version>) new ArrayList<Version>())
                .limit(columns)
                .toList());
      }
      for (int column = 0; column < columns; column++) {
        for (int timestamp = 1 + random.nextInt(4); timestamp > 0; timestamp--) {
          Version write = write(timestamp, random.nextLong());
          int missing = random.nextInt(oneOf);
          int alone = random.nextInt(oneOf);
          for (int party = 0; party < 3; party++) {
            if (missing != party && (alone > 2 || alone == party)) {
              ofParties.get(party).get(column).add(write);
            }
          }
        }
      }
      for (int party = 0; party < 3; party++) {
        if (ofParties.get(party).stream().anyMatch(versions -> !versions.isEmpty())) {
          received.get(party).add(row("row-%02d".formatted(r), ofParties.get(party)));
        }
      }
    }
    return received;
  }

  private static byte[] nearestEnd(List<Batch> batches, Comparator<byte[]> order) {
    return batches.stream()
        .filter(batch -> !batch.exhausted)
        .map(batch -> batch.rows.get(batch.rows.size() - 1).key())
        .min(order)
        .orElse(null);
  }

  /** The model: of every row that two have, what all three have, or that it is torn. */
  private static List<String> expected(
      List<Batch> batches, int columns, byte[] through, Comparator<byte[]> order) {
    SortedMap<byte[], List<MemoryRow>> holders = new TreeMap<>(order);
    for (Batch batch : batches) {
      for (MemoryRow row : batch.rows) {
        if (through == null || order.compare(row.key(), through) <= 0) {
          holders.computeIfAbsent(row.key(), key -> new ArrayList<>()).add(row);
        }
      }
    }
    List<String> expected = new ArrayList<>();
    for (List<MemoryRow> rows : holders.values()) {
      if (rows.size() > 1) {
        expected.add(rows.get(0) + "=" + (rows.size() == 2 ? "torn" : versions(rows, columns)));
      }
    }
    return expected;
  }

  private static String versions(List<MemoryRow> three, int columns) {
    List<String> newest = new ArrayList<>();
    for (int column = 0; column < columns; column++) {
      int which = column;
      List<Version> all =
          three.stream()
              .flatMap(row -> row.versions(which).stream())
              .sorted(Comparator.comparing(Version::timestamp).reversed())
              .toList();
      int holders = 0;
      Version complete = null;
      for (Version write : all) {
        int have = (int) three.stream().filter(row -> has(row, which, write)).count();
        if (have == 3) {
          complete = write;
          break;
        }
        holders = Math.max(holders, have);
      }
      long above = complete == null ? Long.MIN_VALUE : complete.timestamp();
      long showing =
          three.stream()
              .filter(row -> row.versions(which).stream().anyMatch(w -> w.timestamp() > above))
              .count();
      if (holders == 2 || showing > 1 || (complete == null && !all.isEmpty())) {
        return "torn";
      }
      newest.add(text(complete));
    }
    return String.join(",", newest);
  }

  private static boolean has(MemoryRow row, int column, Version write) {
    return row.versions(column).stream()
        .anyMatch(other -> other.isSameWrite(write.timestamp(), write.id()));
  }

  @Test
  void theLabelNamesTheAgreedListAndNothingElse() {
    Batch batch = Batch.last(row("a", write(2, 22), write(1, 11)), row("b", write(1, 1)));
    String label = label(agree(1, ASCENDING, batch, batch, batch));

    Batch withMore =
        Batch.last(row("a", write(2, 22)), row("aa", write(7, 7)), row("b", write(1, 1)));
    assertThat(label(agree(1, ASCENDING, batch, withMore, batch)))
        .as("the same list, agreed on with summaries")
        .isEqualTo(label);
    for (Batch other :
        List.of(
            Batch.last(row("a", write(2, 22))),
            Batch.last(row("a", write(2, 22)), row("c", write(1, 1))),
            Batch.last(row("a", write(2, 23)), row("b", write(1, 1))),
            Batch.last(row("a", write(3, 22)), row("b", write(1, 1))),
            Batch.last(row("a", write(2, 22)), row("b")),
            Batch.ofMore(row("a", write(2, 22)), row("b", write(1, 1))))) {
      assertThat(label(agree(1, ASCENDING, other, other, other)))
          .as("%s, exhausted: %s", other.rows, other.exhausted)
          .isNotEqualTo(label);
    }
  }

  /** Or parties of which one was told that a row is torn would compute on different lanes. */
  @Test
  void theLabelNamesTornRows() {
    Batch batch = Batch.last(row("a", write(1, 11)), row("b", write(1, 1)));
    Batch newer = Batch.last(row("a", write(2, 22), write(1, 11)), row("b", write(1, 1)));
    String label = label(agree(1, ASCENDING, batch, newer, batch));

    assertThat(label(agree(1, ASCENDING, newer, newer, batch))).isNotEqualTo(label);
  }

  /** It knows the peers' rows beforehand, and has a mind to make them compare different ones. */
  @Test
  void partiesThatWereToldDifferentThingsHaveDifferentLabels() {
    Batch honest = Batch.last(row("a", write(1, 1)), row("b", write(1, 2)));
    ThreeParties.Run<AlignedBatch<MemoryRow>> run =
        ThreeParties.run(
            (context, self) -> {
              if (self == Party.P1) {
                toldDifferently(
                    context, summary(row("a", write(1, 1))), summary(row("b", write(1, 2))));
                return null;
              }
              return alignment(1, ASCENDING)
                  .agree(context, honest.rows, honest.exhausted, MemoryRow::absent);
            });

    AlignedBatch<MemoryRow> atP0 = run.results().get(0);
    AlignedBatch<MemoryRow> atP2 = run.results().get(2);
    assertThat(describe(atP0)).containsExactly("a=1/1", "b=torn");
    assertThat(describe(atP2)).containsExactly("a=torn", "b=1/2");
    assertThat(atP0.label()).isNotEqualTo(atP2.label());
  }

  private static void toldDifferently(Context context, byte[] toNext, byte[] toPrev) {
    Context digest = context.narrow("digest");
    Context summary = context.narrow("summary");
    Party self = context.self();
    for (Party peer : List.of(self.next(), self.prev())) {
      digest.sendBytes(peer, new byte[32]);
    }
    digest.receiveBytes(self.next());
    digest.receiveBytes(self.prev());
    summary.sendBytes(self.next(), toPrev);
    summary.sendBytes(self.prev(), toNext);
    summary.receiveBytes(self.next());
    summary.receiveBytes(self.prev());
  }

  private static byte[] summary(MemoryRow row) {
    RowSummary.Writer into = new RowSummary.Writer(true, 1);
    into.row(row.key());
    into.versions(row.versions(0), Integer.MAX_VALUE);
    return into.bytes();
  }

  @Test
  void aPeerThatSendsNonsenseEndsTheBatch() {
    assertThatThrownBy(
            () ->
                ThreeParties.run(
                    (context, self) -> {
                      if (self == Party.P1) {
                        context.narrow("digest").sendBytes(Party.P0, new byte[5]);
                        context.narrow("digest").sendBytes(Party.P2, new byte[5]);
                        return null;
                      }
                      return alignment(1, ASCENDING)
                          .agree(context, List.of(), true, MemoryRow::absent);
                    }))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("party 1")
        .hasMessageContaining("digest");
  }

  private static void assertAllAgreeOn(
      ThreeParties.Run<AlignedBatch<MemoryRow>> run, String... rows) {
    for (AlignedBatch<MemoryRow> aligned : run.results()) {
      assertThat(describe(aligned)).containsExactly(rows);
    }
  }

  private static ThreeParties.Run<AlignedBatch<MemoryRow>> agree(
      int columns, Comparator<byte[]> order, Batch... batches) {
    return ThreeParties.run(
        (context, self) -> {
          Batch batch = batches[self.index()];
          return alignment(columns, order)
              .agree(context, batch.rows, batch.exhausted, MemoryRow::absent);
        });
  }

  private static Alignment alignment(int columns, Comparator<byte[]> order) {
    return new Alignment(
        Collections.nCopies(columns, new Retention(Retention.FOR_EVER)),
        MOST_ROWS,
        order,
        (lacking, writes) -> {});
  }

  private static String label(ThreeParties.Run<AlignedBatch<MemoryRow>> run) {
    List<String> labels = run.results().stream().map(AlignedBatch::label).distinct().toList();
    assertThat(labels).hasSize(1);
    return labels.get(0);
  }

  private static Version write(long timestamp, long id) {
    return new Version(timestamp, id, null, 0, 0);
  }

  /** A row of one column. */
  private static MemoryRow row(String key, Version... writes) {
    return row(key, List.of(List.of(writes)));
  }

  private static MemoryRow row(String key, List<List<Version>> columns) {
    return MemoryRow.of(key, columns);
  }

  private static List<String> describe(AlignedBatch<MemoryRow> aligned) {
    return aligned.rows().stream()
        .map(row -> row.stored() + "=" + (row.torn() ? "torn" : versions(row)))
        .toList();
  }

  private static String versions(AlignedRow<MemoryRow> row) {
    return Stream.of(row.versions()).map(AlignmentTest::text).collect(Collectors.joining(","));
  }

  private static String text(Version write) {
    return write == null ? "none" : write.timestamp() + "/" + write.id();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
