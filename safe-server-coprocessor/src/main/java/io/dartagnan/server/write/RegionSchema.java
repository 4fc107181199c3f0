package io.dartagnan.server.write;

import io.dartagnan.schema.TableSchema;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** The schema of a region's table, or the reason why there is none to go by. */
public final class RegionSchema {
  private final boolean declared;
  private final TableSchema usable;
  private final String defect;
  private final long digest;

  private RegionSchema(boolean declared, TableSchema usable, String defect) {
    this.declared = declared;
    this.usable = usable;
    this.defect = defect;
    this.digest = usable == null ? 0 : usable.digest();
  }

  /** The schema of a table; a region opens whatever is wrong with it. */
  public static RegionSchema of(TableDescriptor descriptor) {
    if (!TableSchema.isDeclaredIn(descriptor)) {
      return new RegionSchema(
          false,
          null,
          "table %s has no protected columns on this cloud".formatted(descriptor.getTableName()));
    }
    try {
      return new RegionSchema(true, TableSchema.of(descriptor), null);
    } catch (IllegalArgumentException e) {
      return new RegionSchema(true, null, e.getMessage());
    }
  }

  /** Whether the table declares any, usable or not. */
  public boolean isDeclared() {
    return declared;
  }

  /**
   * The schema.
   *
   * @throws DoNotRetryIOException with the reason if there is none to go by
   */
  public TableSchema require() throws DoNotRetryIOException {
    if (usable == null) {
      throw new DoNotRetryIOException(defect);
    }
    return usable;
  }

  /** The digest of the schema, 0 if there is none to go by. */
  public long digest() {
    return digest;
  }
}
