package io.dartagnan.ycsb.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.ycsb.workload.TableRows.RowChooser;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.generator.AcknowledgedCounterGenerator;

class RowChooserTest {

  /** YCSB's own choice would draw from two thousand million rows here. */
  @Test
  @Timeout(30)
  void anUnlimitedZipfianRunWithInsertsDrawsRowsThatAreThere() {
    TableRows rows = new TableRows(new AcknowledgedCounterGenerator(1_000), 999);
    RowChooser chooser = new RowChooser(RowChooser.zipfian(0, 1_000, 0, 0.5), rows);
    Set<Long> drawn = new HashSet<>();
    for (int draw = 0; draw < 100_000; draw++) {
      drawn.add(chooser.next());
    }
    assertThat(drawn).allMatch(row -> row >= 0 && row < 1_000).hasSizeGreaterThan(500);
  }

  @Test
  void rowsThatWereInsertedAreDrawnToo() {
    TableRows rows = new TableRows(new AcknowledgedCounterGenerator(10), 9);
    RowChooser chooser = new RowChooser(RowChooser.zipfian(0, 10, 100, 0.5), rows);
    for (int insert = 0; insert < 10; insert++) {
      rows.end(rows.begin(), true);
    }
    Set<Long> drawn = new HashSet<>();
    for (int draw = 0; draw < 10_000; draw++) {
      drawn.add(chooser.next());
    }
    assertThat(drawn).anyMatch(row -> row >= 10).allMatch(row -> row < 20);
  }
}
