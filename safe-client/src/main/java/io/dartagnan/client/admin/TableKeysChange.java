package io.dartagnan.client.admin;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.client.keys.TableKeys;
import io.dartagnan.client.rpc.CloudConsensus;
import io.dartagnan.client.rpc.TableCatalogue;
import io.dartagnan.client.table.ConnectionParts;
import io.dartagnan.client.table.PartsOwner;
import io.dartagnan.schema.InnerDescriptor;
import io.dartagnan.schema.TableSchema;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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

  /**
   * The keys of a table, as two clouds have them, with those that the third has beyond.
   *
   * @throws DoNotRetryIOException if the clouds' keys do not belong together
   */
  public TableKeys of(TableName table) throws IOException {
    return agreed(table, byCloud(table, file));
  }

  /**
   * Makes a new key for a table, or gives all clouds the same where they differ. What was written
   * under the older ones keeps its tags.
   *
   * @return the keys that it has now
   */
  public TableKeys rotate(TableName table) throws IOException {
    List<Optional<TableKeys>> byCloud = byCloud(table, file);
    if (byCloud.stream().allMatch(Optional::isEmpty)) {
      return put(table, TableKeys.create(), file);
    }
    TableKeys keys = agreed(table, byCloud);
    boolean isDone = byCloud.stream().allMatch(each -> each.filter(keys::areWithin).isPresent());
    return put(table, isDone ? keys.rotate() : keys, file);
  }

  /**
   * Encrypts a table's keys under another key. Its clients need that one from then on.
   *
   * @return the keys, which are the same
   */
  public TableKeys wrap(TableName table, KeyFile under) throws IOException {
    return put(table, agreed(table, byCloud(table, under)), under);
  }

  /**
   * The keys on each cloud; empty where it has none that were encrypted under this key or another.
   */
  private List<Optional<TableKeys>> byCloud(TableName table, KeyFile other) throws IOException {
    List<TableDescriptor> descriptors = admins.ask(cloud -> admins.on(cloud).getDescriptor(table));
    if (!TableSchema.of(CloudConsensus.onDeclarations(withoutKeys(descriptors))).isTagged()) {
      throw new DoNotRetryIOException(
          "table %s has no keys: its values carry no tags; '%s' asks for them when a table is made"
              .formatted(table, TableSchema.TAG));
    }
    List<Optional<TableKeys>> byCloud = new ArrayList<>();
    DoNotRetryIOException failure = null;
    for (TableDescriptor each : descriptors) {
      String text = TableSchema.of(each).keys().orElse("");
      try {
        KeyFile by = TableKeys.keyOf(text).equals(other.id()) ? other : file;
        byCloud.add(
            text.isEmpty() ? Optional.empty() : Optional.of(TableKeys.decrypt(text, by, table)));
      } catch (DoNotRetryIOException e) {
        failure = e;
        byCloud.add(Optional.empty());
      }
    }
    if (failure != null && byCloud.stream().filter(Optional::isPresent).count() < 2) {
      throw failure;
    }
    return byCloud;
  }

  private static List<TableDescriptor> withoutKeys(List<TableDescriptor> descriptors) {
    return descriptors.stream().map(each -> InnerDescriptor.withKeys(each, null)).toList();
  }

  /**
   * What two clouds have, and what the third has made beyond that; or of which each has a part,
   * where no two have the same. One cloud may show keys of another table, or earlier ones.
   */
  private static TableKeys agreed(TableName table, List<Optional<TableKeys>> byCloud)
      throws DoNotRetryIOException {
    List<TableKeys> there = byCloud.stream().flatMap(Optional::stream).toList();
    Optional<TableKeys> ofTwo =
        there.stream()
            .filter(one -> there.stream().filter(other -> areAlike(one, other)).count() > 1)
            .findFirst();
    return there.stream()
        .filter(
            one ->
                ofTwo.isPresent()
                    ? ofTwo.get().areWithin(one)
                    : there.size() > 1 && there.stream().allMatch(other -> other.areWithin(one)))
        .max(Comparator.comparingInt(TableKeys::newest))
        .orElseThrow(
            () ->
                new DoNotRetryIOException(
                    "no two clouds have the same keys of table %s, nor one more than the others; put back what the descriptors had, '%s', with HBase's shell on the clouds that are wrong"
                        .formatted(table, TableSchema.KEYS)));
  }

  private static boolean areAlike(TableKeys one, TableKeys other) {
    return one.areWithin(other) && other.areWithin(one);
  }

  private TableKeys put(TableName table, TableKeys keys, KeyFile under) throws IOException {
    String text = keys.encrypt(under);
    try {
      SchemaChange.requireDone(
          "the command",
          admins.change(
              cloud -> {
                Admin admin = admins.on(cloud);
                admin.modifyTable(InnerDescriptor.withKeys(admin.getDescriptor(table), text));
                return null;
              }));
      List<TableDescriptor> now = admins.ask(cloud -> admins.on(cloud).getDescriptor(table));
      if (!now.stream().allMatch(each -> text.equals(each.getValue(TableSchema.KEYS)))) {
        throw new DoNotRetryIOException(
            "somebody else changed table %s at the same time; call the command again"
                .formatted(table));
      }
      return keys;
    } finally {
      catalogue.forget(table);
    }
  }

  @Override
  public void close() throws IOException {
    admins.close();
  }
}
