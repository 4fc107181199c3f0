package io.dartagnan.cli.answer;

import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.predicate.WhereClause;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Scan;

/** Scans of chosen columns and rows. */
public final class Selection {

  private Selection() {}

  /**
   * The scan of these columns of the rows that satisfy a clause.
   *
   * @param columns empty for all
   */
  public static Scan scan(List<Column> columns, Optional<WhereClause> clause) {
    Scan scan = new Scan();
    columns.forEach(column -> scan.addColumn(column.familyBytes(), column.qualifierBytes()));
    if (clause.isPresent()) {
      scan.setFilter(clause.get().filter());
      if (!columns.isEmpty()) {
        // HBase filters on what the scan reads, so the columns of the predicate have to be read.
        for (Column column : clause.get().columns()) {
          scan.addColumn(column.familyBytes(), column.qualifierBytes());
        }
      }
    }
    return scan;
  }
}
