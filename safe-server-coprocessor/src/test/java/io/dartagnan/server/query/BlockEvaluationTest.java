package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.query.Query;
import io.dartagnan.server.query.agreement.BlockStrategy;
import io.dartagnan.server.query.agreement.ColumnBlock;
import io.dartagnan.server.query.agreement.MemoryBlocks;
import io.dartagnan.server.query.agreement.MemoryRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The strategy by blocks: three sides in one process, on blocks and an exchange in memory. */
@Timeout(120)
class BlockEvaluationTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final Comparison LESS = new Comparison(Operator.LESS, Ordering.SIGNED);
  private static final int ROWS = 100_000;

  private final Random random = Seed.random(this);
  private final DealtTable table = new DealtTable(ROWS, random);

  /** Rows of the table that a party lacks, by its index. */
  private final List<BitSet> lacking = List.of(new BitSet(), new BitSet(), new BitSet());

  private final List<MemoryBlocks> sources = new ArrayList<>();

  /** The first row that is asked about; -1 to ask about all without a condition. */
  private int from = -1;

  /** Fewer than the parties, so that some read for themselves. */
  private final SpareThreads readers = new SpareThreads(2);

  @AfterEach
  void close() {
    readers.close();
  }

  @ParameterizedTest
  @EnumSource
  void theAnswerIsThatOfTheRows(DealtTable.Column column) throws Exception {
    byte[] operand = column.isNumber() ? DealtTable.bytes(-250) : "type2".getBytes();
    Comparison comparison =
        column.isNumber() ? LESS : new Comparison(Operator.LESS, Ordering.UNSIGNED);

    ThreeSides.Outcome outcome = run(column, comparison, operand, List.of(100, 100, 100));

    assertAnswer(outcome, table.matching(column, comparison, operand));
    assertThat(sources).allMatch(source -> source.rowsByRow() == 0);
    assertThat(sources.get(0).blocks()).hasSizeBetween(5, 100);
    assertReleased();
  }

  /** What one party holds in memory another reads as it goes. */
  @ParameterizedTest(name = "{0}, {1} and {2} blocks at a time")
  @CsvSource({"1, 100, 100", "1, 2, 3", "100, 1, 1"})
  void partiesMayReadAtAnyPace(int first, int second, int third) throws Exception {
    byte[] operand = DealtTable.bytes(-490);

    ThreeSides.Outcome outcome =
        run(DealtTable.Column.NUMBER, LESS, operand, List.of(first, second, third));

    assertAnswer(outcome, table.matching(DealtTable.Column.NUMBER, LESS, operand));
    assertThat(sources).allMatch(source -> source.rowsByRow() == 0);
    assertReleased();
  }

  /** Rows that a client has not fetched yet are few, however many match. */
  @Test
  void whereManyRowsMatchTheyComeInManyPages() throws Exception {
    byte[] operand = DealtTable.bytes(1000);

    ThreeSides.Outcome outcome =
        run(DealtTable.Column.NUMBER, LESS, operand, List.of(100, 100, 100));

    assertAnswer(outcome, table.matching(DealtTable.Column.NUMBER, LESS, operand));
    for (FetchedPages fetched : outcome.fetched()) {
      assertThat(fetched.rows()).hasSize(ROWS);
      assertThat(fetched.pages()).isGreaterThanOrEqualTo(ROWS / 1024);
      assertThat(fetched.judged()).isEqualTo(ROWS);
    }
    assertReleased();
  }

  /** Where parties differ, that stretch is gone row by row, and no other. */
  @ParameterizedTest(name = "{0}, {1} and {2} rows lacking")
  @CsvSource({"1, 0, 0", "0, 2, 1", "5, 5, 5", "40, 0, 3000", "0, 99999, 0", "100000, 0, 0"})
  void aStretchThatDiffersIsGoneRowByRow(int first, int second, int third) throws Exception {
    List<Integer> counts = List.of(first, second, third);
    for (Party party : Party.ALL) {
      random
          .ints(0, ROWS)
          .distinct()
          .limit(counts.get(party.index()))
          .forEach(lacking.get(party.index())::set);
    }
    byte[] operand = DealtTable.bytes(-490);

    ThreeSides.Outcome outcome =
        run(DealtTable.Column.NUMBER, LESS, operand, List.of(100, 100, 100));

    assertAnswer(outcome, table.returned(DealtTable.Column.NUMBER, LESS, operand, lacking));
    if (first + second + third < 10) {
      assertThat(sources).allMatch(source -> source.rowsByRow() < ROWS);
      assertThat(sources).anyMatch(source -> source.rowsByRow() > 0);
    }
    assertReleased();
  }

  /** A value that no block can hold ends the query as it does row by row. */
  @Test
  void aValueOfAnotherSchemaEndsTheQuery() throws Exception {
    table.spoil(ROWS / 2);

    ThreeSides.Outcome outcome =
        run(DealtTable.Column.NUMBER, LESS, DealtTable.bytes(0), List.of(100, 100, 100));

    for (FetchedPages fetched : outcome.fetched()) {
      assertThat(fetched.failure()).isPresent();
    }
    assertThat(sources).anyMatch(source -> source.rowsByRow() > 0);
    assertReleased();
  }

  private void assertAnswer(ThreeSides.Outcome outcome, List<String> expected) {
    assertThat(expected).isNotEmpty();
    assertThat(outcome.failures()).containsOnly(List.of());
    for (FetchedPages fetched : outcome.fetched()) {
      assertThat(fetched.rows()).isEqualTo(expected);
    }
  }

  /** Whether nobody uses a block any more. */
  private void assertReleased() {
    for (MemoryBlocks source : sources) {
      for (ColumnBlock block : source.blocks()) {
        assertThatThrownBy(block::retain).isInstanceOf(IllegalStateException.class);
      }
    }
  }

  /** A condition on keys is on no column that blocks have. */
  @ParameterizedTest(name = "from row {0} on")
  @ValueSource(ints = {0, 1, ROWS / 3, ROWS - 1})
  void rowsBeforeTheFirstThatIsAskedForAreNotReturned(int first) throws Exception {
    byte[] operand = DealtTable.bytes(400);
    from = first;
    lacking.get(1).set(ROWS / 2);

    ThreeSides.Outcome outcome =
        run(DealtTable.Column.NUMBER, LESS, operand, List.of(100, 100, 100));

    List<String> expected = table.returned(DealtTable.Column.NUMBER, LESS, operand, lacking);
    assertAnswer(
        outcome,
        expected.stream()
            .filter(
                key ->
                    key.compareTo(DealtTable.key(first)) >= 0
                        || key.equals(DealtTable.key(ROWS / 2)))
            .toList());
    assertReleased();
  }

  private ThreeSides.Outcome run(
      DealtTable.Column column, Comparison comparison, byte[] operand, List<Integer> atATime)
      throws Exception {
    for (Party party : Party.ALL) {
      List<MemoryRow> rows = table.rows(party, column, lacking.get(party.index()));
      sources.add(
          new MemoryBlocks(party, List.of(column.asked()), rows, atATime.get(party.index())));
    }
    List<Query> queries = DealtTable.queries(ThreeMeshes.newId(), column, comparison, operand);
    return ThreeSides.run(
        from < 0 ? queries : DealtTable.from(from, queries),
        List.of(9, 1, 0),
        exchange -> exchange,
        DEADLINE,
        (party, terms, mostRows) ->
            new BlockStrategy<>(terms, sources.get(party.index()), mostRows, readers::tryRun));
  }
}
