package io.dartagnan.client.rpc;

import io.dartagnan.mpc.Party;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;

/** Hears of versions that a reader met on some clouds and not on all three. */
@FunctionalInterface
public interface IncompleteVersions {

  /** Hears nothing. */
  IncompleteVersions IGNORED = (table, cells) -> {};

  /**
   * Takes note of versions, at once and without failing. They may be complete by now.
   *
   * @param cells of one row, as some cloud returned them
   */
  void met(TableName table, Result cells);

  /**
   * Takes note of a row of which one cloud lacks versions that the two others have, and that are or
   * may be committed; at once and without failing.
   */
  default void lost(TableName table, byte[] row, Party cloud) {}
}
