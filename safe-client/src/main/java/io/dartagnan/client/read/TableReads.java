package io.dartagnan.client.read;

import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * Further reads of a row that some read met, from the same table.
 *
 * @param tables of the three clouds
 * @param reads asks them
 * @param decides whether a write depends on what is read
 */
public record TableReads(CloudTables tables, DeepReconciliation.Clouds reads, boolean decides)
    implements DeepReconciliation.Clouds {

  /** Reads on which no write depends. */
  public TableReads(CloudTables tables, DeepReconciliation.Clouds reads) {
    this(tables, reads, false);
  }

  /** Reads that need all three clouds. */
  public TableReads(CloudTables tables) {
    this(tables, tables::get);
  }

  /** Reads that need all three clouds, and on which a write depends. */
  public static TableReads deciding(CloudTables tables) {
    return new TableReads(tables, tables::get, true);
  }

  @Override
  public List<Result[]> get(List<Get> gets) throws IOException {
    return reads.get(gets);
  }

  @Override
  public List<Result[]> getAgain(List<Get> gets, ProtectedTable table) throws IOException {
    return new ChosenVersions(table).of(reads.get(ChosenVersions.ask(gets)));
  }

  @Override
  public void met(Result incomplete) {
    tables.met(incomplete);
  }

  @Override
  public void lost(byte[] row, Party cloud) {
    tables.lost(row, cloud);
  }
}
