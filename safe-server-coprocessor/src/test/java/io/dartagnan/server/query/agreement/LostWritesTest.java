package io.dartagnan.server.query.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.server.query.agreement.RowSource.Retention;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writes that one party lacks, in the batches of three. */
class LostWritesTest {
  private static final long NOW = System.currentTimeMillis();
  private static final Version FRESH = write(NOW, 9);
  private static final Version OLD = write(NOW - Duration.ofHours(1).toMillis(), 5);
  private static final Version OLDER = write(NOW - Duration.ofDays(1).toMillis(), 3);

  @ParameterizedTest
  @EnumSource(Party.class)
  void anOldRowThatOnePartyLacksIsReportedByAllThree(Party lacking) {
    List<MemoryRow> whole = List.of(row("a", OLD), row("b", OLD), row("c", OLD));

    assertThat(reports(lacking, List.of(whole.get(1)), whole, true))
        .containsExactly(lacking + ": 2", lacking + ": 2", lacking + ": 2");
  }

  @Test
  void anOldWriteAboveWhatThePartyHasIsReported() {
    assertThat(reports(Party.P2, List.of(row("a", OLDER)), List.of(row("a", OLD, OLDER)), true))
        .containsOnly("party 2: 1");
  }

  @Test
  void aWriteOfTheSameTimeAndAnotherIdIsNotTheSame() {
    assertThat(
            reports(
                Party.P2,
                List.of(row("a", write(OLD.timestamp(), 6))),
                List.of(row("a", OLD)),
                true))
        .containsOnly("party 2: 1");
  }

  @Test
  void everyColumnCounts() {
    MemoryRow whole = MemoryRow.of("a", List.of(List.of(OLD), List.of(OLD)));
    MemoryRow first = MemoryRow.of("a", List.of(List.of(OLD), List.of()));

    assertThat(reports(2, Party.P1, List.of(first), List.of(whole), true))
        .containsOnly("party 1: 1");
    assertThat(reports(2, Party.P1, List.of(), List.of(whole), true)).containsOnly("party 1: 2");
  }

  @Test
  void aFreshWriteMayBeUnderWay() {
    assertThat(reports(Party.P1, List.of(), List.of(row("a", FRESH, OLD)), true))
        .containsOnly("none");
    assertThat(reports(Party.P1, List.of(row("a", OLD)), List.of(row("a", FRESH, OLD)), true))
        .containsOnly("none");
  }

  /** A store keeps so many versions: which of the older ones it has left says nothing. */
  @Test
  void whatWasCutOffBelowNewerVersionsIsNotReported() {
    assertThat(reports(Party.P1, List.of(row("a", OLD)), List.of(row("a", OLD, OLDER)), true))
        .as("the two others have kept more")
        .containsOnly("none");
    assertThat(reports(Party.P1, List.of(row("a", FRESH)), List.of(row("a", OLD)), true))
        .as("it has what is under way to the two others")
        .containsOnly("none");
  }

  /** Each party expires cells by its own clock, the fastest of them first. */
  @Test
  void whatExpiresAboutNowIsNotReported() {
    long hour = Duration.ofHours(1).toMillis();
    Version expiring = write(NOW - hour + Duration.ofSeconds(5).toMillis(), 5);
    Version expired = write(NOW - hour - Duration.ofSeconds(5).toMillis(), 6);
    Version living = write(NOW - hour / 2, 7);
    List<MemoryRow> whole = List.of(row("a", expiring), row("b", expired), row("c", living));

    assertThat(reports(List.of(new Retention(hour)), Party.P1, List.of(), whole, true))
        .containsOnly("party 1: 1");
  }

  /** Clients read each such row again, whatever of it the query does not name. */
  @ParameterizedTest
  @EnumSource(Party.class)
  void anOldRowWithoutTheQuerysColumnsIsReportedByWhoHasIt(Party lacking) {
    // Versions of the second column, which the query does not name.
    MemoryRow old = MemoryRow.of("a", List.of(List.of(), List.of(OLD, OLDER)));
    MemoryRow fresh = MemoryRow.of("b", List.of(List.of(), List.of(FRESH, OLD)));
    MemoryRow there = MemoryRow.of("c", List.of(List.of(), List.of(OLD)));
    List<String> expected =
        Party.ALL.stream().map(party -> party == lacking ? "none" : lacking + ": 1").toList();

    assertThat(reports(1, lacking, List.of(there), List.of(old, fresh, there), true))
        .isEqualTo(expected);
  }

  /** Two parties without a write are not one that has lost it. */
  @Test
  void aWriteOfOnePartyAloneIsNotReported() {
    assertThat(reports(Party.P1, List.of(row("a", OLD)), List.of(), true)).containsOnly("none");
  }

  @Test
  void rowsBehindTheNearestEndAreNotLookedAt() {
    List<MemoryRow> whole = List.of(row("a", OLD), row("b", OLD), row("c", OLD));

    assertThat(reports(Party.P1, List.of(row("a", OLD)), whole, false)).containsOnly("none");
    assertThat(reports(Party.P1, List.of(row("b", OLD)), whole, false)).containsOnly("party 1: 1");
  }

  private static List<String> reports(
      Party one, List<MemoryRow> ofOne, List<MemoryRow> ofOthers, boolean exhausted) {
    return reports(1, one, ofOne, ofOthers, exhausted);
  }

  private static List<String> reports(
      int columns, Party one, List<MemoryRow> ofOne, List<MemoryRow> ofOthers, boolean exhausted) {
    List<Retention> all = Collections.nCopies(columns, new Retention(Retention.FOR_EVER));
    return reports(all, one, ofOne, ofOthers, exhausted);
  }

  /** The reports of each party when one has other rows than the two others. */
  private static List<String> reports(
      List<Retention> columns,
      Party one,
      List<MemoryRow> ofOne,
      List<MemoryRow> ofOthers,
      boolean exhausted) {
    return ThreeParties.run(
            (context, self) -> {
              List<String> reports = new ArrayList<>();
              new Alignment(
                      columns,
                      64,
                      MemoryRows.ASCENDING,
                      (lacking, writes) -> reports.add(lacking + ": " + writes))
                  .agree(context, self == one ? ofOne : ofOthers, exhausted, MemoryRow::absent);
              return reports.isEmpty() ? "none" : String.join(", ", reports);
            })
        .results();
  }

  private static MemoryRow row(String key, Version... writes) {
    return MemoryRow.of(key, List.of(List.of(writes)));
  }

  private static Version write(long timestamp, long id) {
    return new Version(timestamp, id, null, 0, 0);
  }
}
