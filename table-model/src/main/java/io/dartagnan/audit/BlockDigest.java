package io.dartagnan.audit;

/**
 * The digest of the rows behind the block before it, up to and with its last row.
 *
 * @param lastRow the row that ends it; empty for the end of the range
 * @param rows how many rows it has
 * @param sum of the versions that count: of each column the newest, as many as the application
 *     declared
 */
public record BlockDigest(byte[] lastRow, long rows, VersionSum sum) {

  /** Whether it ends with the range. */
  public boolean endsRange() {
    return lastRow.length == 0;
  }
}
