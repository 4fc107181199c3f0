package io.dartagnan.server.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Versions that a cloud got back, in HBase's own region. */
@Timeout(120)
class RebuiltRowTest {
  private static final String ROW = "row";

  @TempDir private static Path folder;

  private GuardedRegion cloud;
  private long now;

  @BeforeEach
  void open() throws IOException {
    cloud = new GuardedRegion(folder, 2);
    now = System.currentTimeMillis() + 10_000;
  }

  @AfterEach
  void close() throws IOException {
    cloud.close();
  }

  private static Cell cell(byte[] family, long at, String value) {
    return new KeyValue(Bytes.toBytes(ROW), family, GuardedRegion.COLUMN, at, Bytes.toBytes(value));
  }

  private void rebuild(Cell... versions) throws IOException {
    cloud
        .region()
        .batchMutate(new Mutation[] {new RebuiltRow(Bytes.toBytes(ROW), List.of(versions))});
  }

  @Test
  void theyAreOldAndTakenAllTheSameAndSettled() throws IOException {
    rebuild(
        cell(GuardedRegion.FAMILY, 7, "seven"),
        cell(GuardedRegion.FAMILY, 6, "six"),
        cell(GuardedRegion.FAMILY, 5, "five"));
    assertThat(cloud.raw(ROW)).allMatch(cell -> WriteTag.in(cell).isEmpty());
    assertThat(cloud.versions(ROW)).containsExactly("seven", "six", "five");
    cloud.flushAndCompact();
    assertThat(cloud.versions(ROW)).containsExactly("seven", "six");
  }

  @Test
  void oneThatWasNotMadeDurableTakesNoDurableOnesPlace() throws IOException {
    rebuild(
        cell(GuardedRegion.FAMILY, 7, "seven"),
        cell(GuardedRegion.FAMILY, 6, "six"),
        RebuiltRow.notDurable(cell(GuardedRegion.FAMILY, 8, "eight")));
    cloud.flushAndCompact();
    assertThat(cloud.versions(ROW)).containsExactly("eight", "seven", "six");
  }

  /** It is the copy that the next repair may need. */
  @Test
  void theyAreLoggedWhateverTheTableSays() throws IOException {
    cloud.alter(table -> table.setDurability(Durability.SKIP_WAL));
    cloud.move();
    rebuild(cell(GuardedRegion.FAMILY, 7, "seven"));
    cloud.crash();
    assertThat(cloud.get(ROW)).isEqualTo("seven");
  }

  @Test
  void whatAnyOtherProgramPutsStaysUnsettled() throws IOException {
    cloud.region().put(new Put(Bytes.toBytes(ROW)).add(cell(GuardedRegion.FAMILY, 7, "seven")));
    assertThat(cloud.raw(ROW)).allMatch(cell -> WriteTag.in(cell).isPresent());
  }

  @Test
  void aVersionTakesThePlaceOfAnAlteredOne() throws IOException {
    cloud.region().put(new Put(Bytes.toBytes(ROW)).add(cell(GuardedRegion.FAMILY, 7, "altered")));
    rebuild(cell(GuardedRegion.FAMILY, 7, "seven"));
    assertThat(cloud.get(ROW)).isEqualTo("seven");
    cloud.flushAndCompact();
    assertThat(cloud.get(ROW)).isEqualTo("seven");
  }

  @Test
  void aLaterWriteIsStillTaken() throws IOException {
    rebuild(cell(GuardedRegion.FAMILY, 7, "seven"));
    cloud.region().put(new Writer(1, cloud.schema()).put(ROW, now, "new"));
    assertThat(cloud.get(ROW)).isEqualTo("new");
  }
}
