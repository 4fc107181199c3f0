package io.dartagnan.client.write;

import io.dartagnan.client.filter.ResidualFilter;
import io.dartagnan.client.rpc.ProtectedTable;
import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/** The condition of a {@link CheckAndMutate}, held against a row as HBase does. */
final class RowCheck {
  private final CheckAndMutate check;

  RowCheck(CheckAndMutate check) {
    this.check = check;
  }

  /** Adds what it looks at to what is read of the row. */
  void addTo(RowRead read) {
    if (check.hasFilter()) {
      read.addAll();
    } else {
      read.add(check.getFamily(), check.getQualifier(), check.getTimeRange());
    }
  }

  /** Whether the row satisfies it. */
  boolean holds(Result row, ProtectedTable table) throws IOException {
    return check.hasFilter() ? passesFilter(row, table) : matches(row);
  }

  private boolean passesFilter(Result row, ProtectedTable table) throws IOException {
    Get get = new Get(check.getRow()).setFilter(check.getFilter());
    if (check.getTimeRange() != null) {
      get.setTimeRange(check.getTimeRange().getMin(), check.getTimeRange().getMax());
    }
    return ResidualFilter.of(check.getFilter(), new Scan(get), table.versions()).judge(row).stream()
        .anyMatch(passed -> !passed.isEmpty());
  }

  private boolean matches(Result row) {
    byte[] operand = check.getValue();
    boolean isOfAbsence = operand == null || operand.length == 0;
    CompareOperator operator = check.getCompareOp();
    Cell cell = RowRead.newest(row, check.getFamily(), check.getQualifier(), check.getTimeRange());
    if (isOfAbsence) {
      boolean absent = cell == null || cell.getValueLength() == 0;
      return cell == null
          ? operator != CompareOperator.NOT_EQUAL
          : absent == (operator != CompareOperator.NOT_EQUAL);
    }
    return cell != null && holds(operator, Bytes.compareTo(operand, CellUtil.cloneValue(cell)));
  }

  /** In HBase the operand stands on the left. */
  private static boolean holds(CompareOperator operator, int order) {
    return switch (operator) {
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case GREATER_OR_EQUAL -> order >= 0;
      case GREATER -> order > 0;
      case NO_OP ->
          throw new IllegalArgumentException(
              "NO_OP compares nothing; LESS, LESS_OR_EQUAL, EQUAL, NOT_EQUAL, GREATER_OR_EQUAL and GREATER do");
    };
  }
}
