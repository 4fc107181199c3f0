package io.dartagnan.server.write;

import io.dartagnan.schema.FamilySettings;
import io.dartagnan.schema.InnerVersions;
import io.dartagnan.schema.TableSchema;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** The schema of a region's table, or the reason why there is none to go by. */
public final class RegionSchema {
  private final boolean declared;
  private final TableSchema usable;
  private final String defect;
  private final FamilySettings families;
  private final long digest;
  private final long former;

  private RegionSchema(
      boolean declared, TableSchema usable, FamilySettings families, String defect) {
    this.declared = declared;
    this.usable = usable;
    this.families = families;
    this.defect = defect;
    this.digest = usable == null ? 0 : families.digestWith(usable);
    this.former = usable == null ? 0 : usable.digest();
  }

  /** The schema of a table; a region opens whatever is wrong with it. */
  public static RegionSchema of(TableDescriptor descriptor) {
    FamilySettings families = new FamilySettings(descriptor);
    if (!TableSchema.isDeclaredIn(descriptor)) {
      return new RegionSchema(
          false,
          null,
          families,
          "table %s has no protected columns on this cloud".formatted(descriptor.getTableName()));
    }
    try {
      for (byte[] family : descriptor.getColumnFamilyNames()) {
        InnerVersions.declaredVersions(descriptor, family);
      }
      return new RegionSchema(true, TableSchema.of(descriptor), families, null);
    } catch (IllegalArgumentException e) {
      return new RegionSchema(true, null, families, e.getMessage());
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

  /** The settings of the table's families. */
  FamilySettings families() {
    return families;
  }

  /**
   * Whether a number that came with a write stands for this schema and the settings of its
   * families. Clients of the release before send a number for the schema alone.
   */
  boolean isSchemaOf(long told) {
    return usable != null && (told == digest || told == former);
  }
}
