package io.dartagnan.clusters.operations;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.io.compress.Compression.Algorithm;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;

/** Random steps that change the table, and writes to what they add. */
final class RandomChanges {
  /** The family that is added and dropped. */
  static final String FAMILY = "z";

  private static final int MOST_VERSIONS = 3;

  /** A column that holds numbers, and was added. */
  private record Added(String family, String qualifier) {}

  private final Draw draw;
  private final List<Added> added = new ArrayList<>();
  private boolean hasFamily;

  RandomChanges(Draw draw) {
    this.draw = draw;
  }

  Step next(int index) {
    return switch (draw.random().nextInt(6)) {
      case 0, 1 ->
          new TableChanges.AlterFamily(
              draw.family(),
              keeping(),
              draw.any(List.of(Algorithm.NONE, Algorithm.GZ)),
              draw.any(List.of(DataBlockEncoding.values())),
              draw.any(List.of(BloomType.NONE, BloomType.ROW, BloomType.ROWCOL)));
      case 2 -> family();
      case 3 -> new TableChanges.DisableAndEnable(new Get(draw.row()));
      case 4 -> new TableChanges.Truncate(draw.oneIn(2));
      default -> column(index);
    };
  }

  private FamilyLedger.Keeping keeping() {
    return new FamilyLedger.Keeping(1 + draw.random().nextInt(MOST_VERSIONS), draw.oneIn(4));
  }

  private Step family() {
    hasFamily = !hasFamily;
    if (hasFamily) {
      added.add(new Added(FAMILY, "plain"));
      return new TableChanges.AddFamily(FAMILY, keeping());
    }
    added.removeIf(column -> column.family().equals(FAMILY));
    return new TableChanges.DropFamily(FAMILY);
  }

  private Step column(int index) {
    Added column = new Added(draw.family(), "added" + index);
    added.add(column);
    return new TableChanges.DeclareColumn(
        column.family(),
        column.qualifier(),
        draw.any(List.of("additive", "xor", "replicated")) + " int64");
  }

  /** Now and then gives a put a cell of a column that was added. */
  void addTo(Put put) {
    if (added.isEmpty() || !draw.oneIn(6)) {
      return;
    }
    Added column = draw.any(added);
    put.addColumn(
        Bytes.toBytes(column.family()),
        Bytes.toBytes(column.qualifier()),
        Bytes.toBytes((long) draw.random().nextInt()));
  }
}
