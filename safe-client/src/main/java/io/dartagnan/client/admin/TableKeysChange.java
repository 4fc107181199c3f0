package io.dartagnan.client.admin;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.client.keys.TableKeys;
import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.TableCatalogue;
import io.dartagnan.client.table.ConnectionParts;
import io.dartagnan.client.table.PartsOwner;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.InnerDescriptor;
import io.dartagnan.schema.TableSchema;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * The keys of tables whose values carry tags, as they stand in the descriptors of all three clouds,
 * and their change. A change that ended half-way is finished by making it again.
 */
public final class TableKeysChange implements Closeable {
  private final CloudAdmins admins;
  private final TableCatalogue catalogue;
  private final KeyFile file;

  /**
   * Changes of keys that are encrypted under one key.
   *
   * @param admins closed with it
   * @param catalogue told of tables that change
   */
  TableKeysChange(CloudAdmins admins, TableCatalogue catalogue, KeyFile file) {
    this.admins = admins;
    this.catalogue = catalogue;
    this.file = file;
  }

  /**
   * Changes keys through a connection.
   *
   * @param connection to three clouds; not closed
   * @throws IllegalArgumentException if it is another
   * @throws IOException if its configuration names no key file, or that cannot be read
   */
  public static TableKeysChange over(Connection connection) throws IOException {
    ConnectionParts parts = PartsOwner.partsOf(connection, "a change of keys takes");
    KeyFile file =
        KeyFile.of(parts.configuration())
            .orElseThrow(
                () ->
                    new IOException(
                        "%s names no file; set it to the one whose key the tables' keys are encrypted under"
                            .formatted(ClientKeys.KEY_FILE)));
    List<Admin> inner = new ArrayList<>();
    for (Connection cloud : parts.clouds()) {
      inner.add(cloud.getAdmin());
    }
    return new TableKeysChange(
        new CloudAdmins(parts.configuration(), inner, parts.fanOut()), parts.catalogue(), file);
  }

  /** The keys of a table; the newest there are, where its clouds differ. */
  public TableKeys of(TableName table) throws IOException {
    return newest(table, descriptors(table), file);
  }

  /**
   * Makes a new key for a table, or gives all clouds the newest where they differ. What was written
   * under the older ones keeps its tags.
   *
   * @return the keys that it has now
   */
  public TableKeys rotate(TableName table) throws IOException {
    List<TableDescriptor> descriptors = descriptors(table);
    TableKeys keys = newest(table, descriptors, file);
    boolean isHalfDone = descriptors.stream().map(TableKeysChange::text).distinct().count() > 1;
    TableKeys next = isHalfDone ? keys : keys.rotate();
    put(table, next.encrypt(file));
    return next;
  }

  /**
   * Encrypts a table's keys under another key. Its clients need that one from then on.
   *
   * @return the keys, which are the same
   */
  public TableKeys wrap(TableName table, KeyFile under) throws IOException {
    TableKeys keys = newest(table, descriptors(table), under);
    put(table, keys.encrypt(under));
    return keys;
  }

  private List<TableDescriptor> descriptors(TableName table) throws IOException {
    List<TableDescriptor> descriptors = admins.ask(cloud -> admins.on(cloud).getDescriptor(table));
    if (!TableSchema.of(descriptors.get(0)).isTagged()) {
      throw new DoNotRetryIOException(
          "table %s has no keys: its values carry no tags; '%s' asks for them when a table is made"
              .formatted(table, TableSchema.TAG));
    }
    return descriptors;
  }

  private TableKeys newest(TableName table, List<TableDescriptor> descriptors, KeyFile other)
      throws IOException {
    TableKeys newest = null;
    for (Party cloud : Party.ALL) {
      String text = text(descriptors.get(cloud.index()));
      TableKeys keys;
      try {
        keys = TableKeys.decrypt(text, text.startsWith(other.id()) ? other : file, table);
      } catch (IOException e) {
        throw CloudFailures.naming(cloud, e);
      }
      newest = newest == null || keys.newest() > newest.newest() ? keys : newest;
    }
    return newest;
  }

  private static String text(TableDescriptor descriptor) {
    return TableSchema.of(descriptor).keys().orElse("");
  }

  private void put(TableName table, String keys) throws IOException {
    try {
      SchemaChange.requireDone(
          "the command",
          admins.change(
              cloud -> {
                Admin admin = admins.on(cloud);
                admin.modifyTable(InnerDescriptor.withKeys(admin.getDescriptor(table), keys));
                return null;
              }));
    } finally {
      catalogue.forget(table);
    }
  }

  @Override
  public void close() throws IOException {
    admins.close();
  }
}
