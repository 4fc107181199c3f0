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

  private final Draw draw;

  /** Columns of the family that was added, which hold numbers; empty if it is dropped. */
  private final List<String> added = new ArrayList<>();

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
    if (added.isEmpty()) {
      added.add("first");
      return new TableChanges.AddFamily(FAMILY, added.get(0), protection(), keeping());
    }
    Step drop = new TableChanges.DropFamily(FAMILY, List.copyOf(added));
    added.clear();
    return drop;
  }

  private Step column(int index) {
    if (added.isEmpty()) {
      return family();
    }
    added.add("added" + index);
    return new TableChanges.DeclareColumn(FAMILY, "added" + index, protection());
  }

  private String protection() {
    return draw.any(List.of("additive int64", "xor int64", "replicated int64", "plain"));
  }

  /** Now and then gives a put a cell of a column that was added. */
  void addTo(Put put) {
    if (added.isEmpty() || !draw.oneIn(6)) {
      return;
    }
    put.addColumn(
        Bytes.toBytes(FAMILY),
        Bytes.toBytes(draw.any(added)),
        Bytes.toBytes((long) draw.random().nextInt()));
  }
}
