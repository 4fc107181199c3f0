package io.dartagnan.server.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class AlignmentTest {

  /** A write as the model has it; a party may or may not have received it. */
  private record Write(long timestamp, long id) {}

  @Test
  void batchesThatAreAlikeCostOneRoundOfDigests() {
    List<ScannedRow> rows = List.of(row("a", new Write(2, 22), new Write(1, 11)), row("b"));

    ThreeParties.Run<Agreement> run =
        ThreeParties.run((context, self) -> new Alignment(context).agree(rows, true));

    assertThat(run.cost().bytes()).isEqualTo(3 * 2 * 32);
    for (Agreement agreement : run.results()) {
      assertThat(agreement.isLast()).isTrue();
      assertThat(describe(agreement)).containsExactly("a=2/22", "b=none");
    }
  }

  @Test
  void aWriteThatOnePartyLacksYieldsTheNewestThatAllHave() {
    List<List<ScannedRow>> batches =
        List.of(
            List.of(row("a", new Write(3, 33), new Write(2, 22), new Write(1, 11))),
            List.of(row("a", new Write(3, 33), new Write(2, 22), new Write(1, 11))),
            List.of(row("a", new Write(3, 99), new Write(1, 11))));

    assertAllAgreeOn(batches, true, "a=1/11");
  }

  @Test
  void aRowThatOnePartyLacksIsLeftOut() {
    List<List<ScannedRow>> batches =
        List.of(
            List.of(row("a", new Write(1, 1)), row("b", new Write(1, 2))),
            List.of(row("b", new Write(1, 2))),
            List.of(row("a", new Write(1, 1)), row("b", new Write(1, 2))));

    assertAllAgreeOn(batches, true, "b=1/2");
  }

  @Test
  void rowsBehindTheNearestEndWait() {
    // Party 1 read one row more than the others below "c", so its batch ends earlier.
    List<List<ScannedRow>> batches =
        List.of(
            List.of(row("a", new Write(1, 1)), row("c", new Write(1, 3))),
            List.of(row("a", new Write(1, 1)), row("b", new Write(1, 2))),
            List.of(row("a", new Write(1, 1)), row("c", new Write(1, 3))));

    List<Agreement> agreements = agree(batches, false).results();

    for (Agreement agreement : agreements) {
      assertThat(describe(agreement)).containsExactly("a=1/1");
      assertThat(agreement.throughRow()).isEqualTo(Bytes.toBytes("b"));
    }
  }

  @Test
  void randomHistoriesYieldTheNewestCompleteWrites() {
    Random random = Seed.random(this);
    for (int round = 0; round < 50; round++) {
      List<Map<String, List<Write>>> received = List.of(map(), map(), map());
      List<String> expected = new ArrayList<>();
      for (int r = 0; r < 40; r++) {
        String row = "row-%02d".formatted(r);
        Write newest = null;
        boolean[] hasRow = new boolean[3];
        for (int w = 1 + random.nextInt(4); w > 0; w--) {
          Write write = new Write(w, random.nextLong());
          int missing = random.nextInt(8);
          for (int party = 0; party < 3; party++) {
            if (missing != party) {
              received.get(party).computeIfAbsent(row, k -> new ArrayList<>()).add(write);
              hasRow[party] = true;
            }
          }
          if (missing >= 3 && newest == null) {
            newest = write;
          }
        }
        if (hasRow[0] && hasRow[1] && hasRow[2]) {
          expected.add(row + "=" + (newest == null ? "none" : text(newest)));
        }
      }
      assertAllAgreeOn(
          received.stream().map(this::rows).toList(), true, expected.toArray(String[]::new));
    }
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
                      return new Alignment(context).agree(List.of(), true);
                    }))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("party 1")
        .hasMessageContaining("digest");
  }

  private static Map<String, List<Write>> map() {
    return new TreeMap<>();
  }

  private List<ScannedRow> rows(Map<String, List<Write>> writes) {
    List<ScannedRow> rows = new ArrayList<>();
    writes.forEach(
        (row, list) -> {
          list.sort(Comparator.comparingLong(Write::timestamp).reversed());
          rows.add(row(row, list.toArray(Write[]::new)));
        });
    return rows;
  }

  private static void assertAllAgreeOn(
      List<List<ScannedRow>> batches, boolean exhausted, String... rows) {
    for (Agreement agreement : agree(batches, exhausted).results()) {
      assertThat(describe(agreement)).containsExactly(rows);
    }
  }

  private static ThreeParties.Run<Agreement> agree(
      List<List<ScannedRow>> batches, boolean exhausted) {
    return ThreeParties.run(
        (context, self) -> new Alignment(context).agree(batches.get(self.index()), exhausted));
  }

  private static ScannedRow row(String key, Write... writes) {
    List<ScannedRow.Version> versions = new ArrayList<>();
    for (Write write : writes) {
      versions.add(new ScannedRow.Version(write.timestamp, write.id, null));
    }
    return new ScannedRow(Bytes.toBytes(key), List.of(), versions);
  }

  private static List<String> describe(Agreement agreement) {
    return agreement.rows().stream()
        .map(
            row ->
                Bytes.toString(row.scanned().row())
                    + "="
                    + (row.version() == null
                        ? "none"
                        : row.version().timestamp() + "/" + row.version().id()))
        .toList();
  }

  private static String text(Write write) {
    return write.timestamp + "/" + write.id;
  }
}
