package io.dartagnan.client.read;

import io.dartagnan.client.catalogue.ProtectedTable;
import io.dartagnan.client.refusal.UnsupportedOptions;
import io.dartagnan.schema.InnerVersions;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableSet;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;

/** Requests to each cloud whose results contain the answer to the application's read. */
public final class ReadPlan {

  private ReadPlan() {}

  /**
   * The get for each cloud: the same columns, more versions.
   *
   * @throws UnsupportedOperationException listing all that the three clouds cannot do together
   * @throws IllegalArgumentException for a column that the schema does not declare
   */
  public static Get of(Get outer, ProtectedTable table) throws IOException {
    UnsupportedOptions.throwIfAny("get", UnsupportedOptions.of(outer));
    requireColumns(outer.getFamilyMap(), table);
    return new Get(outer)
        .setCheckExistenceOnly(false)
        .readVersions(InnerVersions.withSlack(outer.getMaxVersions()));
  }

  /** The scan for each cloud: the same columns, more versions, no limit but that of a chunk. */
  public static Scan of(Scan outer, ProtectedTable table, CloudCursor.Limits limits)
      throws IOException {
    UnsupportedOptions.throwIfAny("scan", UnsupportedOptions.of(outer));
    requireColumns(outer.getFamilyMap(), table);
    Scan inner = new Scan(outer);
    inner.readVersions(InnerVersions.withSlack(outer.getMaxVersions()));
    // Rows that are torn or absent on another cloud do not count towards the limit.
    inner.setLimit(-1);
    inner.setCaching(limits.rows());
    inner.setMaxResultSize(limits.bytes());
    // The cursor reads ahead by itself, and sees heartbeats as a sign of life.
    inner.setAsyncPrefetch(false);
    inner.setNeedCursorResult(true);
    return inner;
  }

  /** Refuses columns that the table does not have or its schema does not declare. */
  public static void requireColumns(Map<byte[], NavigableSet<byte[]>> columns, ProtectedTable table)
      throws IOException {
    for (Map.Entry<byte[], NavigableSet<byte[]>> family : columns.entrySet()) {
      table.requireFamily(family.getKey());
      if (family.getValue() != null) {
        for (byte[] qualifier : family.getValue()) {
          table.require(family.getKey(), qualifier);
        }
      }
    }
  }
}
