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
 * The keys of tables whose values carry tags or are sealed, as they stand in the descriptors of all
 * three clouds, and their change. A change that ended half-way is finished by making it again.
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
   * Gives the descriptors of a table its first keys, where it needs some and has none.
   *
   * @param inner by cluster
   * @throws IllegalArgumentException if the client has no key file
   */
  static List<TableDescriptor> withKeys(CloudAdmins admins, List<TableDescriptor> inner)
      throws IOException {
    boolean areMissing =
        inner.stream()
            .map(TableSchema::of)
            .allMatch(schema -> schema.needsKeys() && schema.keys().isEmpty());
    if (!areMissing) {
      return inner;
    }
    KeyFile file =
        KeyFile.of(admins.configuration())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "the schema of table %s cannot be used: its tags or sealed columns need keys, and this client has none; make a file with 'dartagnan keys create FILE', and set %s to it"
                            .formatted(inner.get(0).getTableName(), ClientKeys.KEY_FILE)));
    String keys = TableKeys.create().encrypt(file);
    return inner.stream().map(each -> InnerDescriptor.withKeys(each, keys)).toList();
  }

  /** What the clouds have for a table's keys, and what those are; empty where they are none. */
  private record Found(List<Optional<String>> texts, List<Optional<TableKeys>> keys) {}

  /**
   * The keys of a table, as two clouds have them, with those that the third has beyond.
   *
   * @throws DoNotRetryIOException if the clouds' keys do not belong together
   */
  public TableKeys of(TableName table) throws IOException {
    return agreed(table, find(table, file).keys);
  }

  /**
   * Makes a new key for a table, or gives all clouds the same where they differ. What was written
   * under the older ones stays.
   *
   * @return the keys that it has now
   */
  public TableKeys rotate(TableName table) throws IOException {
    Found found = find(table, file);
    if (found.keys.stream().allMatch(Optional::isEmpty)) {
      return put(table, found, TableKeys.create(), file);
    }
    TableKeys keys = agreed(table, found.keys);
    boolean isDone = found.keys.stream().allMatch(each -> each.filter(keys::areWithin).isPresent());
    return put(table, found, isDone ? keys.rotate() : keys, file);
  }

  /**
   * Encrypts a table's keys under another key. Its clients need that one from then on.
   *
   * @return the keys, which are the same
   */
  public TableKeys wrap(TableName table, KeyFile under) throws IOException {
    Found found = find(table, under);
    return put(table, found, agreed(table, found.keys), under);
  }

  /** Finds the keys on each cloud, encrypted under this key or another. */
  private Found find(TableName table, KeyFile other) throws IOException {
    List<TableDescriptor> descriptors = admins.ask(cloud -> admins.on(cloud).getDescriptor(table));
    if (!TableSchema.of(CloudConsensus.onDeclarations(withoutKeys(descriptors))).needsKeys()) {
      throw new DoNotRetryIOException(
          "table %s has no keys: it has no sealed columns, its values carry no tags, and its row keys are not encrypted; '%s' asks for tags when a table is made"
              .formatted(table, TableSchema.TAG));
    }
    List<Optional<String>> texts = descriptors.stream().map(TableKeysChange::text).toList();
    List<Optional<TableKeys>> keys = new ArrayList<>();
    DoNotRetryIOException failure = null;
    for (Optional<String> text : texts) {
      try {
        keys.add(
            text.isEmpty() ? Optional.empty() : Optional.of(decrypted(text.get(), other, table)));
      } catch (DoNotRetryIOException e) {
        failure = e;
        keys.add(Optional.empty());
      }
    }
    if (failure != null
        && keys.stream().filter(Optional::isPresent).count() < admins.placement().quorum()) {
      throw failure;
    }
    return new Found(texts, keys);
  }

  private TableKeys decrypted(String text, KeyFile other, TableName table) throws IOException {
    return TableKeys.decrypt(text, TableKeys.keyOf(text).equals(other.id()) ? other : file, table);
  }

  private static Optional<String> text(TableDescriptor descriptor) {
    return Optional.ofNullable(descriptor.getValue(TableSchema.KEYS));
  }

  private static List<TableDescriptor> withoutKeys(List<TableDescriptor> descriptors) {
    return descriptors.stream().map(each -> InnerDescriptor.withKeys(each, null)).toList();
  }

  /**
   * What two clouds have, and what the third has made beyond that; or of which each has a part,
   * where no two have the same. One cloud may show keys of another table, or earlier ones.
   */
  private TableKeys agreed(TableName table, List<Optional<TableKeys>> byCloud)
      throws DoNotRetryIOException {
    List<TableKeys> there = byCloud.stream().flatMap(Optional::stream).toList();
    Optional<TableKeys> ofQuorum =
        there.stream()
            .filter(
                one ->
                    there.stream().filter(other -> areAlike(one, other)).count()
                        >= admins.placement().quorum())
            .findFirst();
    return there.stream()
        .filter(
            one ->
                ofQuorum.isPresent()
                    ? ofQuorum.get().areWithin(one)
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

  /** Puts keys in the place of what was found, on clouds where that still stands. */
  private TableKeys put(TableName table, Found found, TableKeys keys, KeyFile under)
      throws IOException {
    Optional<String> text = Optional.of(keys.encrypt(under));
    try {
      SchemaChange.requireDone(
          "the command",
          admins.change(
              cloud -> {
                Admin admin = admins.on(cloud);
                TableDescriptor now = admin.getDescriptor(table);
                requireSame(table, found.texts.get(cloud.index()), now);
                admin.modifyTable(InnerDescriptor.withKeys(now, text.get()));
                return null;
              }));
      for (TableDescriptor now : admins.ask(cloud -> admins.on(cloud).getDescriptor(table))) {
        requireSame(table, text, now);
      }
      return keys;
    } finally {
      catalogue.forget(table);
    }
  }

  private static void requireSame(TableName table, Optional<String> text, TableDescriptor now)
      throws DoNotRetryIOException {
    if (!text.equals(text(now))) {
      throw new DoNotRetryIOException(
          "somebody else changed the keys of table %s at the same time".formatted(table));
    }
  }

  @Override
  public void close() throws IOException {
    admins.close();
  }
}
