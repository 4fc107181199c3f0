package io.dartagnan.server.write;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;

/**
 * The versions of a row that a cloud has lost and got back from the two others. The guard checks
 * them as it checks what a client puts, and takes them for settled: from here on they are on all
 * three clouds. They are in this cloud's log, whatever the table's durability.
 *
 * <p>Clients cannot send one: what comes in a call is a plain {@code Put}.
 */
public final class RebuiltRow extends Put {

  /**
   * A row with these versions.
   *
   * @param versions one or more, of the row
   */
  public RebuiltRow(byte[] row, List<Cell> versions) throws IOException {
    super(row);
    setDurability(Durability.SYNC_WAL);
    for (Cell version : versions) {
      add(version);
    }
  }

  /** A version that the two others may still lose: it takes no durable one's place here either. */
  public static Cell notDurable(Cell version) {
    return WriteTag.LESS_DURABLE.on(version);
  }
}
