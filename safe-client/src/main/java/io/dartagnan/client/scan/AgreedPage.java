package io.dartagnan.client.scan;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import io.dartagnan.wire.Page;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;

/**
 * Three parties' pages of one answer, which say the same about which rows match.
 *
 * @param last whether the range is done
 * @param throughRow the last row covered so far
 * @param judgedRows how many rows were judged since the page before
 * @param rows for each matching row, what party 0, 1 and 2 hold of it; of one that a party lacks
 *     {@linkplain Page#isAbsent what says so}
 * @param aggregates what party 0, 1 and 2 hold of the aggregates over the page's rows
 */
public record AgreedPage(
    boolean last,
    byte[] throughRow,
    long judgedRows,
    List<List<Result>> rows,
    List<byte[]> aggregates) {

  /** One party's page in a form to compare. */
  private record Claim(Page.Kind kind, byte[] throughRow, long judgedRows, List<Result> rows) {

    boolean sameAs(Claim other) {
      if (kind != other.kind
          || !Arrays.equals(throughRow, other.throughRow)
          || judgedRows != other.judgedRows
          || rows.size() != other.rows.size()) {
        return false;
      }
      for (int i = 0; i < rows.size(); i++) {
        if (!CellUtil.matchingRows(rows.get(i).rawCells()[0], other.rows.get(i).rawCells()[0])) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * Puts three pages side by side.
   *
   * @param pages of party 0, 1 and 2; no heartbeats
   * @param judgedBefore how many rows of the range had been judged with the page before
   * @throws DoNotRetryIOException naming the clouds that differ from the others
   */
  static AgreedPage of(List<Page> pages, long judgedBefore) throws DoNotRetryIOException {
    List<Claim> claims = new ArrayList<>();
    for (Party party : Party.ALL) {
      claims.add(claim(party, pages.get(party.index())));
    }
    if (!claims.stream().allMatch(claims.get(0)::sameAs)) {
      List<Party> differing = Placement.THREE_CLOUDS.outvoted(claims, Claim::sameAs);
      throw new DoNotRetryIOException(
          "the clouds do not agree which rows match a filter: %s %s from the others, or was told something else by one of them; no row of this page was returned"
              .formatted(
                  differing.stream()
                      .map(SessionFailure::cloud)
                      .collect(Collectors.joining(" and ")),
                  differing.size() == 1 ? "differs" : "each differ"));
    }
    List<List<Result>> rows = new ArrayList<>();
    for (int i = 0; i < claims.get(0).rows().size(); i++) {
      List<Result> row = new ArrayList<>(claims.size());
      for (Claim claim : claims) {
        row.add(claim.rows().get(i));
      }
      rows.add(row);
    }
    return new AgreedPage(
        pages.get(0).kind() == Page.Kind.LAST,
        pages.get(0).throughRow(),
        pages.get(0).judgedRows() - judgedBefore,
        List.copyOf(rows),
        pages.stream().map(Page::aggregates).toList());
  }

  private static Claim claim(Party party, Page page) throws DoNotRetryIOException {
    try {
      return new Claim(page.kind(), page.throughRow(), page.judgedRows(), page.rows());
    } catch (RuntimeException e) {
      throw new DoNotRetryIOException(
          SessionFailure.cloud(party) + " sent a page with malformed cells", e);
    }
  }

  /** Returns the bytes that the cells of the three parties take in memory. */
  long cellBytes() {
    long bytes = 0;
    for (List<Result> row : rows) {
      for (Result ofOneParty : row) {
        bytes += Result.getTotalSizeOfCells(ofOneParty);
      }
    }
    return bytes;
  }
}
