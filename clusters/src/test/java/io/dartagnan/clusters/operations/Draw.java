package io.dartagnan.clusters.operations;

import io.dartagnan.client.filter.random.RandomTable.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.CellUtil;

/** Draws of rows, columns and values: a few rows are drawn most of the time. */
final class Draw {
  private static final int HOT_ROWS = 5;

  private final Random random;
  private final TableShape shape;
  private final List<byte[]> rows;

  Draw(Random random, TableShape shape) {
    this.random = random;
    this.shape = shape;
    this.rows = shape.pool().keys();
  }

  Random random() {
    return random;
  }

  /**
   * A timestamp of the application's own. It is not of the future where the table is changed: a
   * region that is opened anew with one takes all stamps for possible that a clock may give, and
   * what is written then lies minutes ahead, so that it is not known when it expires.
   */
  long time(int index) {
    return Times.own(random, index, !shape.isChanging());
  }

  boolean oneIn(int cases) {
    return random.nextInt(cases) == 0;
  }

  byte[] row() {
    return rows.get(random.nextInt(oneIn(8) ? rows.size() : Math.min(HOT_ROWS, rows.size())));
  }

  Column column() {
    return any(shape.pool().columns());
  }

  String family() {
    return any(List.copyOf(shape.families()));
  }

  /** A value that the pool has in a column. */
  byte[] value(Column column) {
    List<byte[]> values =
        shape.pool().cells().stream()
            .filter(
                cell ->
                    CellUtil.matchingColumn(cell, column.familyBytes(), column.qualifierBytes()))
            .map(CellUtil::cloneValue)
            .toList();
    return values.isEmpty() ? null : any(values);
  }

  <T> T any(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** One to {@code most} of something. */
  <T> List<T> some(int most, Supplier<T> each) {
    List<T> some = new ArrayList<>();
    for (int i = random.nextInt(most); i >= 0; i--) {
      some.add(each.get());
    }
    return some;
  }
}
