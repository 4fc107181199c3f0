package io.dartagnan.client.rpc;

import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.client.keys.Place;
import io.dartagnan.client.keys.ValueTags;
import io.dartagnan.mpc.Party;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.FamilySettings;
import io.dartagnan.schema.InnerDescriptor;
import io.dartagnan.schema.Placement;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.SealedProtection;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.write.DeleteTags;
import io.dartagnan.write.VersionStanding;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;

/** A table as its clouds describe it: its columns' protection and its families' versions. */
public final class ProtectedTable {

  private final TableDescriptor declared;
  private final TableSchema schema;
  private final FamilySettings settings;
  private final long digest;
  private final Keyring keys;
  private final RowKeys rowKeys;
  private final Placement placement;
  private final Map<byte[], Integer> versions = new TreeMap<>(Bytes.BYTES_COMPARATOR);

  /**
   * Reads a table's declarations.
   *
   * @param inner the descriptor that the clouds agree on
   * @throws IllegalArgumentException if the table declares no protection, or wrongly
   */
  public ProtectedTable(TableDescriptor inner) {
    this(inner, Placement.THREE_CLOUDS, Optional.empty(), () -> inner);
  }

  /**
   * Reads a table's declarations.
   *
   * @param inner the descriptor that the clouds agree on
   * @param placement where its values are
   * @param keyFile the clients' key, where they have one
   * @param renewed returns the descriptor that the clouds agree on when it is asked
   * @throws IllegalArgumentException if the table declares no protection, or wrongly
   */
  public ProtectedTable(
      TableDescriptor inner,
      Placement placement,
      Optional<KeyFile> keyFile,
      IOSupplier<TableDescriptor> renewed) {
    this.schema = TableSchema.of(inner);
    this.placement = placement;
    schema.requireFor(placement);
    this.keys = new Keyring(schema, keyFile, () -> TableSchema.of(renewed.get()));
    this.rowKeys = new RowKeys(schema, keys);
    this.settings = new FamilySettings(inner);
    this.digest = settings.digestWith(schema);
    this.declared = InnerDescriptor.declared(inner);
    for (ColumnFamilyDescriptor family : declared.getColumnFamilies()) {
      versions.put(family.getName(), family.getMaxVersions());
    }
  }

  /** Returns the descriptor as the application declared it. */
  public TableDescriptor declared() {
    return declared;
  }

  public TableSchema schema() {
    return schema;
  }

  /** Returns where its versions are. */
  public Placement placement() {
    return placement;
  }

  /** Returns its row keys. */
  public RowKeys rowKeys() {
    return rowKeys;
  }

  /** Returns the settings of its families. */
  public FamilySettings settings() {
    return settings;
  }

  /**
   * Returns the number that the three cells of one write have in common, of a stored cell.
   *
   * @param holder whose cloud stores it
   * @return empty if it can be no version of its column
   */
  public OptionalLong writeId(Cell cell, Party holder) {
    return schema.writeId(cell, holder);
  }

  /** Returns the number that stands for its schema and the settings of its families. */
  public long digest() {
    return digest;
  }

  /**
   * Returns the tags of its values, which carry some.
   *
   * @throws DoNotRetryIOException if this client has not the key under which the table's keys are
   *     encrypted
   */
  public ValueTags tags() throws IOException {
    return keys.tags();
  }

  /**
   * Returns the tags under the keys that the table has now, of which some may have been made since.
   */
  public ValueTags renewedTags() throws IOException {
    return keys.renewedTags();
  }

  /**
   * Returns what the clouds are to protect for a value of a column: its sealed form where clients
   * encrypt it, and elsewhere the value itself.
   *
   * @param place of the version that is written
   * @throws IllegalArgumentException if the value is not of a sealed column's type
   * @throws DoNotRetryIOException if this client has not what it takes to seal it
   */
  public byte[] sealed(Protection protection, Place place, byte[] value) throws IOException {
    if (!(protection instanceof SealedProtection column)) {
      return value;
    }
    // Clouds are told under which schema it was sealed; one cluster is not.
    return placement.isOneCluster()
        ? keys.sealUnderLatest(column, place, value)
        : keys.seal(column, place, value);
  }

  /**
   * Returns the id of the latest keys that the client knows of it; empty if it has none. Row keys
   * are encrypted under those of its schema, whatever is known of a table of its name.
   */
  public Optional<String> keys() {
    return rowKeys.areSealed() ? schema.keys().map(TableSchema::idOfKeys) : keys.id();
  }

  /**
   * Returns the place to which the value of a cell is bound. On one cluster HBase gives the
   * timestamps, which are then none of it: a client whose clock is ahead would hide what others
   * write, and nothing there would tell.
   */
  public Place placeOf(Cell cell) {
    return placement.isOneCluster()
        ? new Place(
            CellUtil.cloneRow(cell),
            CellUtil.cloneFamily(cell),
            CellUtil.cloneQualifier(cell),
            HConstants.LATEST_TIMESTAMP)
        : Place.of(cell);
  }

  /**
   * Returns the value of what the clouds store for it in a sealed column.
   *
   * @param place of the version that was read
   * @return empty if no client wrote it there
   * @throws DoNotRetryIOException if this client has not what it takes to open it
   */
  public Optional<byte[]> opened(SealedProtection column, Place place, byte[] stored)
      throws IOException {
    return keys.open(column, place, stored);
  }

  /**
   * Returns it where all clouds store the same.
   *
   * @throws DoNotRetryIOException also if no client wrote it there
   */
  public byte[] requireOpened(SealedProtection column, Place place, byte[] stored)
      throws IOException {
    return opened(column, place, stored)
        .orElseThrow(
            () ->
                new DoNotRetryIOException(
                    "column %s:%s of row %s of table %s holds%s what no client wrote there under the table's key %s: it was altered, or comes from another place or table"
                        .formatted(
                            Bytes.toStringBinary(place.family()),
                            Bytes.toStringBinary(place.qualifier()),
                            Bytes.toStringBinary(place.row()),
                            schema.table(),
                            placement.isOneCluster() ? "" : " at time " + place.timestamp(),
                            stored.length == 0 ? "?" : SealedProtection.keyOf(stored))));
  }

  /**
   * Returns a column for queries; one that clients seal is compared by the marks of operands.
   *
   * @return empty if the schema does not declare it
   */
  public Optional<QueryColumn> column(byte[] family, byte[] qualifier) {
    return schema
        .protectionOf(family, qualifier)
        .map(
            protection ->
                new QueryColumn(
                    family.clone(),
                    qualifier.clone(),
                    protection instanceof SealedProtection column
                        ? keys.compared(column, family, qualifier)
                        : protection));
  }

  /** Has the markers of a delete carry tags, if values do. */
  public void tagDelete(Delete delete) throws IOException {
    if (schema.isTagged()) {
      ValueTags of = tags();
      if (delete.isEmpty()) {
        // HBase would make these itself, without tags.
        families().forEach(family -> delete.addFamily(family, delete.getTimestamp()));
      }
      DeleteTags.putOn(delete, marker -> of.ofDelete(Place.of(marker), marker.getType().getCode()));
    }
  }

  /** Returns the number of clouds of which each has to have done a delete that counts. */
  public int deletesCountFrom() {
    int all = placement().clouds().size();
    return !schema.withstandsLies() ? 1 : schema.isTagged() ? placement().quorum() : all;
  }

  /**
   * Returns whether what a cloud says of a version shows that an atomic operation deleted what is
   * there: by the tag of the delete, where values carry tags. Elsewhere only the cloud's word is
   * there.
   *
   * @param version a cell of it
   */
  public boolean isDeleteShown(VersionStanding standing, Cell version) {
    VersionStanding.Marker marker = standing.marker().orElse(null);
    if (!schema.isTagged() || marker == null || !marker.hides(version.getTimestamp())) {
      return false;
    }
    Place place =
        new Place(
            CellUtil.cloneRow(version),
            CellUtil.cloneFamily(version),
            marker.isOfFamily() ? HConstants.EMPTY_BYTE_ARRAY : CellUtil.cloneQualifier(version),
            marker.timestamp());
    byte[] tag = marker.tag();
    try {
      boolean isNewer = tag.length > ShareCell.TAG_BYTES && tags().lackKeyOf(tag, 0, tag.length);
      return (isNewer ? renewedTags() : tags()).holdDelete(tag, place, marker.type());
    } catch (IOException e) {
      // Without the key it cannot be told, and the version stays in doubt.
      return true;
    }
  }

  /** Returns how many versions each family is declared to keep. */
  public Map<byte[], Integer> versions() {
    return Collections.unmodifiableMap(versions);
  }

  /** Returns how many versions the application asked the table to keep of a family's cells. */
  public int versions(byte[] family) {
    return versions.getOrDefault(family, 1);
  }

  /** Returns the names of its families. */
  public Set<byte[]> families() {
    return Collections.unmodifiableSet(versions.keySet());
  }

  /** Returns whether it has a family of this name. */
  public boolean hasFamily(byte[] family) {
    return versions.containsKey(family);
  }

  /** Checks that it has a family. */
  public void requireFamily(byte[] family) throws NoSuchColumnFamilyException {
    if (!versions.containsKey(family)) {
      throw new NoSuchColumnFamilyException(
          "column family %s of table %s does not exist; the table has %s"
              .formatted(
                  Bytes.toStringBinary(family),
                  schema.table(),
                  versions.keySet().stream().map(Bytes::toStringBinary).toList()));
    }
  }

  /**
   * Returns the protection of a column.
   *
   * @throws IllegalArgumentException if the schema does not declare it
   */
  public Protection require(byte[] family, byte[] qualifier) throws NoSuchColumnFamilyException {
    requireFamily(family);
    return schema.require(family, qualifier);
  }
}
