package io.dartagnan.clusters.operations;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/** Readable texts of requests and results. */
final class StepText {
  private StepText() {}

  static String of(List<? extends Row> actions) {
    return actions.stream().map(StepText::of).collect(Collectors.joining(", ", "[", "]"));
  }

  static String of(Row action) {
    if (action instanceof Mutation mutation) {
      return mutation(mutation);
    }
    if (action instanceof Get get) {
      return ReadText.of(get);
    }
    if (action instanceof RowMutations row) {
      return "RowMutations " + text(row.getRow()) + " " + of(row.getMutations());
    }
    return action.toString();
  }

  private static String mutation(Mutation mutation) {
    String cells =
        mutation.getFamilyCellMap().values().stream()
            .flatMap(List::stream)
            .map(StepText::cell)
            .collect(Collectors.joining(", "));
    boolean wholeRow = mutation instanceof Delete && mutation.isEmpty();
    return mutation.getClass().getSimpleName()
        + " "
        + text(mutation.getRow())
        + (wholeRow ? " whole row @" + Times.text(mutation.getTimestamp()) : " " + cells)
        + (mutation.getTTL() == Long.MAX_VALUE ? "" : " TTL " + mutation.getTTL())
        + (mutation.getDurability() == Durability.USE_DEFAULT
            ? ""
            : " " + mutation.getDurability());
  }

  private static String cell(Cell cell) {
    boolean put = cell.getType() == Cell.Type.Put;
    return (put ? "" : cell.getType() + " ")
        + text(CellUtil.cloneFamily(cell))
        + ":"
        + text(CellUtil.cloneQualifier(cell))
        + "@"
        + Times.text(cell.getTimestamp())
        + (put ? "=" + text(CellUtil.cloneValue(cell)) : "");
  }

  /** A reply to one action of a batch. */
  static String reply(Object reply, ComparedTable table) {
    if (reply instanceof Result result) {
      return of(result, table);
    }
    if (reply instanceof CheckAndMutateResult checked) {
      return of(checked, table);
    }
    return reply instanceof Throwable failure ? Outcome.cause(failure) : String.valueOf(reply);
  }

  static String of(CheckAndMutateResult checked, ComparedTable table) {
    Result result = checked.getResult();
    return checked.isSuccess() + " " + (result == null ? "no result" : of(result, table));
  }

  /**
   * A result, without the hint that its row may have more cells: HBase gives it by what it stores,
   * also where that is deleted or not asked for.
   */
  static String of(Result result, ComparedTable table) {
    if (result == null) {
      return "null";
    }
    if (result.getExists() != null) {
      return "exists " + result.getExists();
    }
    return result.isEmpty()
        ? "[]"
        : Arrays.stream(result.rawCells())
            .map(cell -> text(cell, table))
            .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String text(Cell cell, ComparedTable table) {
    return "%s %s:%s@%s %s=%s"
        .formatted(
            text(CellUtil.cloneRow(cell)),
            text(CellUtil.cloneFamily(cell)),
            text(CellUtil.cloneQualifier(cell)),
            table.time(cell.getTimestamp()),
            cell.getType(),
            text(CellUtil.cloneValue(cell)));
  }

  static String text(byte[] bytes) {
    return Bytes.toStringBinary(bytes);
  }
}
