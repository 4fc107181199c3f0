package io.dartagnan.server.evaluation.align;

import io.dartagnan.mpc.Party;
import io.dartagnan.server.evaluation.row.Retention;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Looks in three summaries for writes that two parties hold and the third lacks although they are
 * too old to be under way. Such a write is the newest of its column at both, and the third has
 * nothing newer: what a party has cut off below newer versions counts for nothing. Neither does
 * what expires about now, since each party expires cells by a clock of its own.
 */
final class LostWrites {

  /**
   * The age from which a write is no longer under way. Timestamps are those of the writes: a write
   * with an old timestamp of the application's own may be counted while it is under way.
   */
  static final Duration OLD = Duration.ofMinutes(2);

  private final List<Retention> columns;
  private final MissingWrites missing;

  LostWrites(List<Retention> columns, MissingWrites missing) {
    this.columns = columns;
    this.missing = missing;
  }

  /** Looks at the rows up to {@code through}; at all if it is null. */
  void look(Party self, RowSummary own, RowSummary next, RowSummary prev, byte[] through) {
    long now = System.currentTimeMillis();
    report(self, count(next, prev, own, through, now));
    report(self.next(), count(own, prev, next, through, now));
    report(self.prev(), count(own, next, prev, through, now));
  }

  private void report(Party lacking, int writes) {
    if (writes > 0) {
      missing.report(lacking, writes);
    }
  }

  /** Number of old writes that are the newest at two parties and not there at the third. */
  private int count(RowSummary one, RowSummary other, RowSummary third, byte[] through, long now) {
    int lost = 0;
    Map<byte[], long[][]> others = other.rowsThrough(through);
    for (Map.Entry<byte[], long[][]> row : one.rowsThrough(through).entrySet()) {
      long[][] atOther = others.get(row.getKey());
      for (int column = 0; atOther != null && column < columns.size(); column++) {
        long[] writes = row.getValue()[column];
        if (writes.length > 0
            && writes[0] < now - OLD.toMillis()
            && columns.get(column).keeps(writes[0], now + OLD.toMillis())
            && atOther[column].length > 0
            && atOther[column][0] == writes[0]
            && atOther[column][1] == writes[1]
            && !third.hasOrIsBeyond(row.getKey(), column, writes[0], writes[1])) {
          lost++;
        }
      }
    }
    return lost;
  }
}
