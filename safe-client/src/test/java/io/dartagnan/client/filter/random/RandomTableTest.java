package io.dartagnan.client.filter.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.filter.random.RandomTable.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RandomTableTest {
  private final RandomTable table = RandomTable.of(5);

  @Test
  void holdsValuesOfItsColumns() {
    for (Cell cell : table.cells()) {
      RandomTable.Column column =
          table.columns().stream()
              .filter(any -> CellUtil.matchingColumn(cell, any.familyBytes(), any.qualifierBytes()))
              .findFirst()
              .orElseThrow();
      if (column.kind() == Kind.INT64) {
        assertThat(cell.getValueLength()).isEqualTo(8);
      }
      assertThat(cell.getValueLength()).isLessThanOrEqualTo(column.maxLength());
      assertThat(cell.getTimestamp()).isBetween(1L, RandomTable.NEWEST);
    }
  }

  @Test
  void holdsNoMoreVersionsThanAFamilyKeeps() {
    Map<String, Integer> counts = new HashMap<>();
    for (Cell cell : table.cells()) {
      String column =
          Bytes.toStringBinary(CellUtil.cloneRow(cell))
              + " "
              + Bytes.toString(CellUtil.cloneFamily(cell))
              + ":"
              + Bytes.toString(CellUtil.cloneQualifier(cell));
      int versions = table.versions().get(Bytes.toString(CellUtil.cloneFamily(cell)));
      assertThat(counts.merge(column, 1, Integer::sum)).isLessThanOrEqualTo(versions);
    }
    assertThat(counts.values()).contains(3);
  }

  @Test
  void writesTheSameContentsInAnyNumberOfPortions() {
    for (int count = 1; count < 5; count++) {
      List<Cell> cells = new ArrayList<>();
      for (List<Put> portion : table.portions(count)) {
        portion.forEach(put -> put.getFamilyCellMap().values().forEach(cells::addAll));
      }
      cells.sort(CellComparator.getInstance());

      assertThat(cells).isEqualTo(table.cells());
    }
  }

  @Test
  void givesTheRowsOfAScanInItsDirection() {
    byte[] first = table.keys().get(2);
    byte[] last = table.keys().get(5);

    List<Result> forwards =
        table.rows(new Scan().withStartRow(first, false).withStopRow(last, true));
    List<Result> backwards =
        table.rows(new Scan().setReversed(true).withStartRow(last).withStopRow(first));

    assertThat(keys(forwards)).containsExactlyElementsOf(text(table.keys().subList(3, 6)));
    assertThat(keys(backwards))
        .containsExactlyElementsOf(
            text(List.of(table.keys().get(5), table.keys().get(4), table.keys().get(3))));
  }

  private static List<String> keys(List<Result> rows) {
    return text(rows.stream().map(Result::getRow).toList());
  }

  private static List<String> text(List<byte[]> keys) {
    return keys.stream().map(Bytes::toStringBinary).toList();
  }
}
