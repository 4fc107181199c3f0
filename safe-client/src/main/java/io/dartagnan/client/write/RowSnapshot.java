package io.dartagnan.client.write;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.write.RowCondition;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * The cells of a row that the three clouds showed, complete or not.
 *
 * @param get what each was asked; null if nothing was read
 * @param byCloud entry i is what cloud i showed
 * @param schema the table's; null if nothing was read
 */
record RowSnapshot(Get get, List<Result> byCloud, TableSchema schema) {
  static final RowSnapshot NONE = new RowSnapshot(null, List.of(), null);

  /** Makes a write depend on that a cloud still shows the same. */
  void require(RowWrite write, Party cloud) throws IOException {
    if (get != null) {
      Result seen = byCloud.get(cloud.index());
      write.require(
          cloud,
          RowCondition.of(get, seen.isEmpty() ? new Cell[0] : seen.rawCells(), schema, cloud));
    }
  }
}
