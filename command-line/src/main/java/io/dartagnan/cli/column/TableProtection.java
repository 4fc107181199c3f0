package io.dartagnan.cli.column;

import io.dartagnan.schema.SealedProtection.Encryption;
import io.dartagnan.schema.TableSchema;
import java.util.Optional;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * The protection of a table that is to be created, as far as it is the same for all its columns.
 *
 * @param suite the protocol suite it asks for; empty to leave it to the default
 * @param tagged whether its protected values carry tags
 * @param rowKeys how its row keys are encrypted; empty if they are not
 */
public record TableProtection(
    Optional<String> suite, boolean tagged, Optional<Encryption> rowKeys) {

  /** The default suite, no tags, and row keys that are not encrypted. */
  public static final TableProtection DEFAULT =
      new TableProtection(Optional.empty(), false, Optional.empty());

  /** Declares it in a table's descriptor. */
  public void declareIn(TableDescriptorBuilder table) {
    suite.ifPresent(name -> table.setValue(TableSchema.SUITE, name));
    if (tagged) {
      table.setValue(TableSchema.TAG, TableSchema.TAG_ALGORITHM);
    }
    rowKeys.ifPresent(scheme -> table.setValue(TableSchema.ROW_KEYS, scheme.toString()));
  }
}
