package io.dartagnan.client.filter;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Answers to a scan, and how it ended.
 *
 * @param failure what ended it early, or null
 */
record Answers(List<Result> results, Exception failure) {

  /**
   * Whether both hold the same cells in the same chunks, and both failed or neither. Of a row that
   * failed, HBase may have answered some chunks before.
   */
  boolean equal(Answers here) {
    if (failure == null || here.failure == null) {
      return failure == here.failure && text().equals(here.text());
    }
    return text(results).startsWith(text(here.results))
        && results.stream()
                .skip(here.results.size())
                .map(result -> Bytes.toStringBinary(result.getRow()))
                .distinct()
                .count()
            <= 1
        && results.stream().skip(here.results.size()).allMatch(Result::mayHaveMoreCellsInRow);
  }

  String text() {
    return text(results);
  }

  private static String text(List<Result> results) {
    return results.stream()
        .map(
            result ->
                Arrays.stream(result.rawCells())
                    .map(Answers::text)
                    .collect(Collectors.joining(", ", "[", "]")))
        .collect(Collectors.joining("\n      ", "\n      ", ""));
  }

  private static String text(Cell cell) {
    return Bytes.toStringBinary(CellUtil.cloneRow(cell))
        + " "
        + Bytes.toStringBinary(CellUtil.cloneFamily(cell))
        + ":"
        + Bytes.toStringBinary(CellUtil.cloneQualifier(cell))
        + "@"
        + cell.getTimestamp()
        + " "
        + cell.getType()
        + "="
        + Bytes.toStringBinary(CellUtil.cloneValue(cell));
  }

  @Override
  public String toString() {
    return text() + (failure == null ? "" : "\n      then " + failure);
  }
}
