package io.dartagnan.cli.export;

import io.dartagnan.cli.terminal.ShellWord;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintWriter;
import java.util.Locale;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Rows that are written in order, and the place to go on from. Whole rows are handed on, many at a
 * time; once the place was asked for, nothing more is written.
 */
final class ExportFile {

  private static final int ROWS_AT_ONCE = 500;

  private final PrintWriter to;
  private final RowFormat format;
  private final StringBuilder pending = new StringBuilder();
  private int pendingRows;
  private byte[] pendingKey;
  private long written;
  private byte[] lastKey;
  private boolean over;

  /**
   * A file that is begun, or gone on with.
   *
   * @param withHeader whether it begins with what the format begins with
   */
  ExportFile(PrintWriter to, RowFormat format, boolean withHeader) {
    this.to = to;
    this.format = format;
    if (withHeader) {
      pending.append(format.header());
    }
  }

  /** Takes a row. */
  void add(Result row) throws IOException {
    pending.append(format.line(row));
    pendingRows++;
    pendingKey = row.getRow();
    if (pendingRows == ROWS_AT_ONCE) {
      flush();
    }
  }

  /** Writes what was taken. */
  synchronized void flush() throws IOException {
    if (over) {
      throw new InterruptedIOException("interrupted");
    }
    to.write(pending.toString());
    if (to.checkError()) {
      throw new IOException("the output could not be written in full");
    }
    pending.setLength(0);
    if (pendingRows > 0) {
      written += pendingRows;
      lastKey = pendingKey;
      pendingRows = 0;
    }
  }

  synchronized long written() {
    return written;
  }

  /** A sentence for one whose export ends here; empty if no row was written. */
  synchronized String standing() {
    over = true;
    return written == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "%,d rows are written; the same export with --after %s writes the others behind them",
            written,
            ShellWord.quoted(Bytes.toStringBinary(lastKey)));
  }
}
