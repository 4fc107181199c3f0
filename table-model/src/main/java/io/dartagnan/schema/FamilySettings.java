package io.dartagnan.schema;

import io.dartagnan.wire.Layout;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.OperationWithAttributes;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The settings of a table's families that decide which cells a cloud keeps and shows. They must be
 * alike on the three clouds: where one lets cells expire, say, no version of them is complete.
 *
 * <p>A read carries a number for each family that its reader knows, as an attribute:
 *
 * <pre>
 *   layout (1) | for each family: length of its name (1), name, digest of its settings (8)
 * </pre>
 *
 * A cloud whose families have other settings refuses it. The reader then reads the descriptors
 * anew, and learns whether the clouds have changed together or differ. Families that one side alone
 * has do not count: HBase refuses a read that names one, and what else is read is not changed by
 * it. Where clients encrypt row keys, an empty name stands for the keys under which they do so, and
 * one side alone having it counts.
 */
public final class FamilySettings {

  /** Name of the attribute of a get or scan. */
  public static final String ATTRIBUTE = "dartagnan.families";

  private static final byte LAYOUT = 1;
  private static final byte[] OF_ROW_KEYS = {};
  private static final String REFUSAL = "d'Artagnan refused a read";

  private final TableName table;
  private final Map<byte[], SortedMap<String, String>> families =
      new TreeMap<>(Bytes.BYTES_COMPARATOR);
  private final Map<byte[], Long> digests = new TreeMap<>(Bytes.BYTES_COMPARATOR);
  private final byte[] attribute;

  /** The settings of all families of a table, as a cloud has it. */
  public FamilySettings(TableDescriptor table) {
    this.table = table.getTableName();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      SortedMap<String, String> settings = of(family);
      families.put(family.getName(), settings);
      digests.put(family.getName(), digest(settings));
    }
    SortedMap<String, String> rowKeys = ofRowKeys(table);
    if (!rowKeys.isEmpty()) {
      families.put(OF_ROW_KEYS, rowKeys);
      digests.put(OF_ROW_KEYS, digest(rowKeys));
    }
    int bytes = 1;
    for (byte[] name : digests.keySet()) {
      bytes += 1 + name.length + Long.BYTES;
    }
    ByteBuffer into = ByteBuffer.allocate(bytes).put(LAYOUT);
    digests.forEach((family, digest) -> into.put((byte) family.length).put(family).putLong(digest));
    this.attribute = into.array();
  }

  private static SortedMap<String, String> ofRowKeys(TableDescriptor table) {
    SortedMap<String, String> settings = new TreeMap<>();
    String scheme = table.getValue(TableSchema.ROW_KEYS);
    String keys = table.getValue(TableSchema.KEYS);
    if (scheme != null && keys != null) {
      settings.put(TableSchema.ROW_KEYS, scheme);
      settings.put(TableSchema.KEYS, TableSchema.idOfKeys(keys));
    }
    return settings;
  }

  /** A family's settings by HBase's names for them, those that are not set as HBase takes them. */
  public static SortedMap<String, String> of(ColumnFamilyDescriptor family) {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put(
        ColumnFamilyDescriptorBuilder.TTL,
        family.getTimeToLive() == HConstants.FOREVER
            ? "FOREVER"
            : Integer.toString(family.getTimeToLive()));
    settings.put(HConstants.VERSIONS, Integer.toString(family.getMaxVersions()));
    settings.put(
        ColumnFamilyDescriptorBuilder.MIN_VERSIONS, Integer.toString(family.getMinVersions()));
    settings.put(
        ColumnFamilyDescriptorBuilder.KEEP_DELETED_CELLS, family.getKeepDeletedCells().name());
    settings.put(
        ColumnFamilyDescriptorBuilder.NEW_VERSION_BEHAVIOR,
        Boolean.toString(family.isNewVersionBehavior()));
    settings.put(
        ColumnFamilyDescriptorBuilder.DATA_BLOCK_ENCODING, family.getDataBlockEncoding().name());
    return settings;
  }

  private static long digest(SortedMap<String, String> settings) {
    VersionDigest digest = new VersionDigest();
    settings.forEach((name, value) -> digest.addName(Bytes.toBytes(name)).addName(bytes(value)));
    return digest.first();
  }

  private static byte[] bytes(String value) {
    return Bytes.toBytes(value);
  }

  /** The number that stands for a schema and these settings together. */
  public long digestWith(TableSchema schema) {
    VersionDigest digest = new VersionDigest().add(schema.digest());
    digests.forEach((family, settings) -> digest.addName(family).add(settings));
    return digest.first();
  }

  /** Has a read say by which settings it was made. */
  public <T extends OperationWithAttributes> T mark(T read) {
    read.setAttribute(ATTRIBUTE, attribute);
    return read;
  }

  /**
   * Checks that a read was made by these settings; one that does not say passes.
   *
   * @throws DoNotRetryIOException a {@link #isRefusal refusal} that names the first family of which
   *     the reader knows other settings, or one that says what is wrong with the attribute
   */
  public void require(OperationWithAttributes read) throws DoNotRetryIOException {
    byte[] told = read.getAttribute(ATTRIBUTE);
    if (told == null || Arrays.equals(told, attribute)) {
      return;
    }
    Optional<byte[]> other;
    try {
      other = otherThan(ByteBuffer.wrap(told));
    } catch (BufferUnderflowException e) {
      throw new DoNotRetryIOException(
          "settings of families in " + told.length + " bytes were received, they are cut short", e);
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(e.getMessage(), e);
    }
    if (other.isPresent()) {
      throw new DoNotRetryIOException(
          REFUSAL
              + ": %s of table %s has the settings %s here, and others where the reader learnt of it; set them alike on the three clouds"
                  .formatted(
                      nameOf(other.get()),
                      table,
                      families.getOrDefault(other.get(), Collections.emptySortedMap())));
    }
  }

  private static String nameOf(byte[] family) {
    return family.length == 0 ? "each row key" : "family " + Bytes.toStringBinary(family);
  }

  private Optional<byte[]> otherThan(ByteBuffer told) {
    Layout.requireOfClient("a read's settings of families", told.get(), LAYOUT);
    boolean areRowKeysTold = false;
    while (told.hasRemaining()) {
      byte[] family = new byte[Byte.toUnsignedInt(told.get())];
      told.get(family);
      long digest = told.getLong();
      Long own = digests.get(family);
      boolean ofRowKeys = family.length == 0;
      areRowKeysTold |= ofRowKeys;
      if (own == null ? ofRowKeys : own != digest) {
        return Optional.of(family);
      }
    }
    return digests.containsKey(OF_ROW_KEYS) && !areRowKeysTold
        ? Optional.of(OF_ROW_KEYS)
        : Optional.empty();
  }

  /** A {@link #isRefusal refusal} for another reason, which an answer by other settings is too. */
  public static DoNotRetryIOException refusal(String why) {
    return new DoNotRetryIOException(REFUSAL + ": " + why);
  }

  /**
   * Whether a read failed, on some cloud, because the settings there are not those that it was made
   * by.
   */
  public static boolean isRefusal(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause.getMessage() != null && cause.getMessage().contains(REFUSAL)) {
        return true;
      }
      if (cause instanceof RetriesExhaustedWithDetailsException several
          && several.getCauses() != null
          && several.getCauses().stream().anyMatch(FamilySettings::isRefusal)) {
        return true;
      }
    }
    return false;
  }
}
