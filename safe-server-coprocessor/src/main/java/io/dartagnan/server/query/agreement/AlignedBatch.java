package io.dartagnan.server.query.agreement;

import java.util.List;

/**
 * The part of a batch that the three parties have agreed on, the same at all of them.
 *
 * @param rows the rows that two parties or more have, in order
 * @param throughRow the last row covered; rows behind it wait for the next batch; null when this is
 *     everything that is left of the range; empty when a party has found no row yet
 * @param label names the agreed list of rows and versions: part of the label of every step that
 *     computes on it, so that parties that agreed on different lists do not answer each other
 * @param <R> a row as this party stores it
 */
public record AlignedBatch<R extends StoredRow>(
    List<AlignedRow<R>> rows, byte[] throughRow, String label) {

  /**
   * A row that two parties or more have.
   *
   * @param stored this party's, or what stands for it
   * @param versions for each of the query's columns the newest version that all three have; null
   *     when there is none, which is a row without the column
   * @param torn whether the parties cannot tell what the row holds: the client reads it again
   */
  public record AlignedRow<R extends StoredRow>(R stored, Version[] versions, boolean torn) {

    /** The agreed version of a column; null when the row lacks it. */
    public Version version(int column) {
      return versions[column];
    }
  }

  /** The batch of which a party has found no row yet, with more of the range before it. */
  static <R extends StoredRow> AlignedBatch<R> nothingYet() {
    return new AlignedBatch<>(List.of(), new byte[0], "");
  }

  /** Whether there is nothing to compute on: the next batch begins where this one did. */
  public boolean isNothingYet() {
    return throughRow != null && throughRow.length == 0;
  }

  /** Whether nothing is left of the range. */
  public boolean isLast() {
    return throughRow == null;
  }
}
