package io.dartagnan.clusters.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.clusters.torture.Ledger.Bounds;
import io.dartagnan.clusters.torture.Ledger.Found;
import io.dartagnan.clusters.torture.Question.Comparison;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.CompareOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LedgerTest {
  private static final long BEGUN = 30;
  private static final long ENDED = 50;
  private static final RowValues LOW = new RowValues(Map.of(Column.NUMBER, 1L, Column.WRITE, 1L));
  private static final RowValues HIGH = new RowValues(Map.of(Column.NUMBER, 9L, Column.WRITE, 2L));
  private static final RowValues NONE = new RowValues(Map.of(Column.WRITE, 3L));

  private final Ledger ledger = new Ledger(4, new Outages());

  /** Row 0 is low, row 1 high, row 2 has no number, and row 3 becomes high. */
  @BeforeEach
  void write() {
    write(0, LOW);
    write(1, HIGH);
    write(2, NONE);
    write(3, LOW);
    ledger.row(3).begin(new Change.Put(HIGH), 40);
  }

  private void write(int row, RowValues values) {
    ledger.row(row).begin(new Change.Put(values), 10);
    ledger.row(row).acknowledge(20);
  }

  private static Question atLeastFive(boolean filterIfMissing) {
    return new Question(
        List.of(
            new Comparison(Column.NUMBER, CompareOperator.GREATER_OR_EQUAL, 5, filterIfMissing)),
        0,
        4);
  }

  private List<String> wrong(boolean filterIfMissing, Found... found) {
    return ledger.wrong(atLeastFive(filterIfMissing), List.of(found), BEGUN, ENDED);
  }

  @Test
  void rowsThatAreWrittenMeanwhileMayBeInTheAnswerOrNot() {
    assertThat(wrong(true, new Found(1, HIGH))).isEmpty();
    assertThat(wrong(true, new Found(1, HIGH), new Found(3, HIGH))).isEmpty();
    assertThat(wrong(false, new Found(1, HIGH), new Found(2, NONE))).isEmpty();
    assertThat(ledger.count(atLeastFive(true), BEGUN, ENDED)).isEqualTo(new Bounds(1, 2));
    assertThat(ledger.count(atLeastFive(false), BEGUN, ENDED)).isEqualTo(new Bounds(2, 3));
    assertThat(ledger.sum(atLeastFive(false), BEGUN, ENDED)).isEqualTo(new Bounds(9, 18));
  }

  @Test
  void rowsThatAreMissingAppearOrDidNotExistAreNamed() {
    assertThat(wrong(true)).singleElement().asString().startsWith("row 1 is missing");
    assertThat(wrong(true, new Found(0, LOW), new Found(1, HIGH)))
        .singleElement()
        .asString()
        .startsWith("row 0 does not match");
    RowValues mixed = new RowValues(Map.of(Column.NUMBER, 9L, Column.WRITE, 1L));
    assertThat(wrong(true, new Found(1, HIGH), new Found(3, mixed)))
        .singleElement()
        .asString()
        .startsWith("row 3 was never");
    assertThat(wrong(true, new Found(3, HIGH), new Found(1, HIGH)))
        .singleElement()
        .asString()
        .startsWith("row 1 comes after row 3");
  }
}
