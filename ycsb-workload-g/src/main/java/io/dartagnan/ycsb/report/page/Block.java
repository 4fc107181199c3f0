package io.dartagnan.ycsb.report.page;

import java.util.List;
import org.knowm.xchart.internal.chartpart.Chart;

/** Parts of a section, in the order of reading. */
sealed interface Block {
  /** A paragraph of plain text. */
  record Text(String text) implements Block {}

  /** Sentences that a reader must not miss; without any there is nothing to show. */
  record Warnings(String title, List<String> sentences) implements Block {
    public Warnings {
      sentences = List.copyOf(sentences);
    }
  }

  /** A table of plain text. */
  record Table(List<String> header, List<List<String>> rows) implements Block {
    public Table {
      header = List.copyOf(header);
      rows = List.copyOf(rows);
    }
  }

  /**
   * A plot.
   *
   * @param name of its file, without the ending
   * @param caption that says what it shows
   */
  record Plot(String name, String caption, Chart<?, ?> chart) implements Block {}
}
