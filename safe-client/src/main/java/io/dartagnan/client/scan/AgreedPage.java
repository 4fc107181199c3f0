package io.dartagnan.client.scan;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import io.dartagnan.wire.CloudRow;
import io.dartagnan.wire.Page;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * Three parties' pages of one answer, which say the same about which rows match.
 *
 * @param last whether the range is done
 * @param throughRow the last row covered so far
 * @param judgedRows how many rows were judged since the page before
 * @param rows for each matching row, what party 0, 1 and 2 hold of it; of one that a party lacks
 *     {@linkplain CloudRow#isAbsent what says so}
 * @param aggregates what party 0, 1 and 2 hold of the aggregates over the page's rows
 */
public record AgreedPage(
    boolean last,
    byte[] throughRow,
    long judgedRows,
    List<List<CloudRow>> rows,
    List<byte[]> aggregates) {

  /**
   * Puts three pages side by side.
   *
   * @param pages of party 0, 1 and 2; no heartbeats
   * @param judgedBefore how many rows of the range had been judged with the page before
   * @throws DoNotRetryIOException naming the clouds that differ from the others
   */
  static AgreedPage of(List<Page> pages, long judgedBefore) throws DoNotRetryIOException {
    Page first = pages.get(0);
    if (!pages.stream().allMatch(page -> saySame(first, page))) {
      List<Party> differing = Placement.THREE_CLOUDS.outvoted(pages, AgreedPage::saySame);
      throw new DoNotRetryIOException(
          "the clouds do not agree which rows match a filter: %s %s from the others, or was told something else by one of them; no row of this page was returned"
              .formatted(
                  differing.stream()
                      .map(SessionFailure::cloud)
                      .collect(Collectors.joining(" and ")),
                  differing.size() == 1 ? "differs" : "each differ"));
    }
    List<List<CloudRow>> rows = new ArrayList<>();
    for (int i = 0; i < first.rows().size(); i++) {
      List<CloudRow> row = new ArrayList<>(pages.size());
      for (Page page : pages) {
        row.add(page.rows().get(i));
      }
      rows.add(row);
    }
    return new AgreedPage(
        first.kind() == Page.Kind.LAST,
        first.throughRow(),
        first.judgedRows() - judgedBefore,
        List.copyOf(rows),
        pages.stream().map(Page::aggregates).toList());
  }

  /** Whether two pages say the same about which rows match. */
  private static boolean saySame(Page one, Page other) {
    if (one.kind() != other.kind()
        || !Arrays.equals(one.throughRow(), other.throughRow())
        || one.judgedRows() != other.judgedRows()
        || one.rows().size() != other.rows().size()) {
      return false;
    }
    for (int i = 0; i < one.rows().size(); i++) {
      if (!one.rows().get(i).hasKeyOf(other.rows().get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns the bytes that the cells of the three parties take in memory once they are made. */
  long cellBytes() {
    long bytes = 0;
    for (List<CloudRow> row : rows) {
      for (CloudRow ofOneParty : row) {
        bytes += ofOneParty.bytes();
      }
    }
    return bytes;
  }
}
