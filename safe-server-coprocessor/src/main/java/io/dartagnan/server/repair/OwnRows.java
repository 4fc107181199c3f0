package io.dartagnan.server.repair;

import io.dartagnan.audit.HeldVersion;
import io.dartagnan.audit.HeldVersion.Column;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.server.audit.HeldCells;
import io.dartagnan.server.audit.MomentaryReader;
import io.dartagnan.server.write.ServerWrites;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.util.Bytes;

/** The versions and the delete markers that the cloud that is rebuilt has of some rows. */
final class OwnRows {
  private static final int EVERY_VERSION = 1 << 20;

  private final Map<Column, Map<Long, HeldVersion>> versions = new HashMap<>();
  private final Map<byte[], List<HeldVersion>> markers = new TreeMap<>(Bytes.BYTES_COMPARATOR);

  /**
   * Reads them.
   *
   * @param rows makes a scan of them, each time a new one
   */
  static OwnRows read(Region region, Supplier<Scan> rows, TableSchema schema, ServerWrites writes)
      throws IOException {
    OwnRows own = new OwnRows();
    HeldCells cells = new HeldCells(schema, writes);
    try (MomentaryReader reader =
        new MomentaryReader(region, rows.get().readVersions(EVERY_VERSION))) {
      reader.readAll(
          cell -> {
            HeldVersion held = cells.version(cell);
            own.versions
                .computeIfAbsent(held.column(), column -> new HashMap<>())
                .put(held.timestamp(), held);
          });
    }
    try (MomentaryReader reader =
        new MomentaryReader(region, rows.get().readAllVersions().setRaw(true))) {
      reader.readAll(
          cell ->
              cells
                  .marker(cell)
                  .ifPresent(
                      marker ->
                          own.markers
                              .computeIfAbsent(marker.column().row(), row -> new ArrayList<>())
                              .add(marker)));
    }
    return own;
  }

  /** Whether it has this very version. */
  boolean has(GivenVersion given) {
    HeldVersion held = versions.getOrDefault(given.column(), Map.of()).get(given.timestamp());
    return held != null && held.kind() == HeldVersion.Kind.VERSION && held.id() == given.id();
  }

  /** Whether a delete marker hides what is at the place of a version. */
  boolean hasDeleted(GivenVersion given) {
    return markers.getOrDefault(given.column().row(), List.of()).stream()
        .anyMatch(marker -> marker.deletes(given.column(), given.timestamp()));
  }
}
