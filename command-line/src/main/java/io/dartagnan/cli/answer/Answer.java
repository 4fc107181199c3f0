package io.dartagnan.cli.answer;

import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.client.scan.ExplainedScan;
import io.dartagnan.client.scan.MeshTraffic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The result of a read.
 *
 * @param rows the rows, in the order in which they came
 * @param nanos from asking to the last row
 * @param meshBytes bytes that the clouds sent each other; empty when no filter ran among them
 * @param explanation what the scan took; empty of anything but a scan with a filter
 * @param more whether rows were left unread because there were as many as asked for
 */
public record Answer(
    List<Result> rows,
    long nanos,
    OptionalLong meshBytes,
    Optional<String> explanation,
    boolean more) {

  public Answer {
    rows = List.copyOf(rows);
  }

  /** Reads one row; no rows when there is none. */
  public static Answer get(Table table, byte[] key) throws IOException {
    long start = System.nanoTime();
    Result row = table.get(new Get(key));
    long nanos = System.nanoTime() - start;
    return new Answer(
        row.isEmpty() ? List.of() : List.of(row),
        nanos,
        OptionalLong.empty(),
        Optional.empty(),
        false);
  }

  /**
   * Reads one row that a user named.
   *
   * @throws CommandException if there is none
   */
  public static Answer ofNamed(Table table, String row) throws IOException {
    Answer answer = get(table, Bytes.toBytes(row));
    if (answer.rows().isEmpty()) {
      throw new CommandException("table " + table.getName() + " has no row '" + row + "'");
    }
    return answer;
  }

  /** Reads at most {@code limit} rows. */
  public static Answer scan(Table table, Scan scan, int limit) throws IOException {
    long start = System.nanoTime();
    List<Result> rows = new ArrayList<>();
    boolean more = false;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        if (rows.size() == limit) {
          more = true;
          break;
        }
        rows.add(row);
      }
      OptionalLong meshBytes =
          scanner instanceof MeshTraffic traffic
              ? OptionalLong.of(traffic.meshBytes())
              : OptionalLong.empty();
      Optional<String> explanation =
          scanner instanceof ExplainedScan explained
              ? Optional.of(ExplanationText.of(explained))
              : Optional.empty();
      return new Answer(rows, System.nanoTime() - start, meshBytes, explanation, more);
    }
  }

  /** Rows, time and traffic in one line. */
  public String summary() {
    String mesh =
        meshBytes.isPresent()
            ? String.format(
                Locale.ROOT, "the clouds sent each other %,d bytes", meshBytes.getAsLong())
            : "the clouds sent each other nothing, since no filter ran";
    return String.format(
        Locale.ROOT,
        "%,d %s in %,d ms; %s",
        rows.size(),
        rows.size() == 1 ? "row" : "rows",
        TimeUnit.NANOSECONDS.toMillis(nanos),
        mesh);
  }
}
