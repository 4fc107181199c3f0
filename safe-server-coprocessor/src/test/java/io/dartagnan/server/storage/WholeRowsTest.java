package io.dartagnan.server.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class WholeRowsTest {
  private final WholeRows rows = new WholeRows();

  /** What the scanner returns, call by call. */
  private final Queue<List<Cell>> calls = new ArrayDeque<>();

  @Test
  void aRowIsWholeOnceTheNextHasBegunOrNoneFollows() throws IOException {
    List<Cell> a = List.of(cell("a", "p"), cell("a", "q"), cell("a", "r"));
    calls.addAll(List.of(a.subList(0, 1), a.subList(1, 3), List.of(cell("b", "p"))));

    assertThat(next()).isEmpty();
    assertThat(next()).isEmpty();
    assertThat(rows.begun()).isEqualTo(a);
    assertThat(next()).isEqualTo(a);
    assertThat(rows.isEnded()).isTrue();
    assertThat(rows.isExhausted()).isFalse();
    assertThat(next()).hasSize(1);
    assertThat(rows.isExhausted()).isTrue();
  }

  @Test
  void aCallWithoutACellLeavesTheRowAsItIs() throws IOException {
    calls.addAll(List.of(List.of(cell("a", "p")), List.of(), List.of(cell("a", "q")), List.of()));

    next();
    assertThat(rows.isIdle()).isFalse();
    assertThat(next()).isEmpty();
    assertThat(rows.isIdle()).isTrue();
    assertThat(next()).isEmpty();
    assertThat(rows.isIdle()).isFalse();
    assertThat(next()).as("the end").hasSize(2);
    assertThat(rows.isIdle()).isFalse();
    assertThat(rows.isExhausted()).isTrue();
  }

  @Test
  void aRowThatIsTakenIsNotReturnedAgain() throws IOException {
    calls.addAll(List.of(List.of(cell("a", "p")), List.of(cell("b", "p"))));

    next();
    assertThat(rows.take()).hasSize(1);
    assertThat(next()).isEmpty();
    assertThat(rows.take()).hasSize(1);
    assertThat(rows.isExhausted()).isTrue();
  }

  private List<Cell> next() throws IOException {
    return rows.next(
        cells -> {
          cells.addAll(calls.remove());
          return !calls.isEmpty();
        });
  }

  private static Cell cell(String row, String qualifier) {
    return new KeyValue(
        Bytes.toBytes(row), Bytes.toBytes("f"), Bytes.toBytes(qualifier), 7, new byte[1]);
  }
}
