package io.dartagnan.client.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.MemoryConnection;
import io.dartagnan.client.SafeConnection;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.fixture.TaggedTable;
import io.dartagnan.client.keys.Place;
import io.dartagnan.client.keys.ValueTags;
import io.dartagnan.write.DeleteTags;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Deletes of a table whose values carry tags. */
@Timeout(120)
class TaggedDeletesTest {
  @TempDir private Path folder;
  private final List<MemoryCloud> clouds =
      List.of(new MemoryCloud(), new MemoryCloud(), new MemoryCloud());
  private TaggedTable tagged;

  @BeforeEach
  void makeKeys() throws IOException {
    tagged = TaggedTable.in(folder);
    TableDescriptor descriptor = tagged.descriptor(tagged.keys());
    clouds.forEach(cloud -> cloud.descriptor = descriptor);
  }

  private SafeConnection connect(boolean hasKey) throws IOException {
    Configuration configuration = new Configuration(false);
    if (hasKey) {
      configuration.set(ClientKeys.KEY_FILE, tagged.path().toString());
    }
    return MemoryConnection.open(clouds, configuration);
  }

  @Test
  void eachMarkerHasATagOfItsOwn() throws IOException {
    Delete own = new Delete(Tables.ROW).addColumn(Tables.FAMILY, Tables.PLAIN, 77);
    own.setAttribute("of the application", Tables.bytes("kept"));
    Map<Delete, Cell.Type> deletes =
        Map.of(
            new Delete(Tables.ROW, 76),
            Cell.Type.DeleteFamily,
            new Delete(Tables.ROW).addColumns(Tables.FAMILY, Tables.REPLICATED_NUMBER),
            Cell.Type.DeleteColumn,
            new Delete(Tables.ROW).addFamilyVersion(Tables.FAMILY, 78),
            Cell.Type.DeleteFamilyVersion,
            own,
            Cell.Type.Delete);
    ValueTags tags = tagged.tags();
    for (Map.Entry<Delete, Cell.Type> each : deletes.entrySet()) {
      Delete delete = each.getKey();
      tagged.table().tagDelete(delete);

      DeleteTags.require(delete);
      DeleteTags.store(delete);
      List<Cell> markers = delete.getFamilyCellMap().get(Tables.FAMILY);
      assertThat(markers).hasSize(1);
      Cell marker = markers.get(0);
      assertThat(marker.getType()).isEqualTo(each.getValue());
      assertThat(
              tags.holdDelete(
                  CellUtil.cloneValue(marker), Place.of(marker), marker.getType().getCode()))
          .isTrue();
    }
    assertThat(own.getAttribute("of the application")).isEqualTo(Tables.bytes("kept"));
  }

  /** What has deleted the row on one cloud alone would else be taken for half-done. */
  @Test
  void thoseOfAtomicOperationsCarryTagsOnTheArbiterAlone() throws IOException {
    Map<MemoryCloud, Boolean> haveTags = new ConcurrentHashMap<>();
    for (MemoryCloud cloud : clouds) {
      cloud.fault =
          new MemoryCloud.Fault() {
            @Override
            public void before(Mutation mutation) {
              if (mutation instanceof Delete) {
                haveTags.put(cloud, mutation.getAttribute(DeleteTags.ATTRIBUTE) != null);
              }
            }
          };
    }
    try (SafeConnection connection = connect(true);
        Table table = connection.getTable(Tables.DECLARED.getTableName())) {
      Put put =
          new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.REPLICATED_NUMBER, Bytes.toBytes(5L));
      Delete delete = new Delete(Tables.ROW).addColumns(Tables.FAMILY, Tables.REPLICATED_NUMBER);

      table.put(put);
      table.delete(delete);
      assertThat(haveTags.values()).containsExactly(false, false, false);

      haveTags.clear();
      table.put(put);
      assertThat(
              table
                  .checkAndMutate(
                      CheckAndMutate.newBuilder(Tables.ROW)
                          .ifEquals(Tables.FAMILY, Tables.REPLICATED_NUMBER, Bytes.toBytes(5L))
                          .build(delete))
                  .isSuccess())
          .isTrue();
      assertThat(haveTags.values()).containsExactlyInAnyOrder(true, false, false);

      haveTags.clear();
      table.mutateRow(
          RowMutations.of(
              List.of(
                  new Put(Tables.ROW)
                      .addColumn(Tables.FAMILY, Tables.PLAIN, Tables.bytes("beside")),
                  delete)));
      assertThat(haveTags.values()).containsExactlyInAnyOrder(true, false, false);
      assertThat(table.get(new Get(Tables.ROW)).size()).isEqualTo(1);
    }
  }

  /** The put alone would be left in doubt for every reader. */
  @Test
  void withoutTheKeyNothingOfAnAtomicOperationIsSent() throws IOException {
    try (SafeConnection connection = connect(false);
        Table table = connection.getTable(Tables.DECLARED.getTableName())) {
      RowMutations mutations =
          RowMutations.of(
              List.of(
                  new Put(Tables.ROW)
                      .addColumn(Tables.FAMILY, Tables.PLAIN, Tables.bytes("beside")),
                  new Delete(Tables.ROW).addColumns(Tables.FAMILY, Tables.REPLICATED_NUMBER)));
      assertThatThrownBy(() -> table.mutateRow(mutations))
          .hasMessageContaining("set dartagnan.client.key.file to the file with key ");
    }
    assertThat(clouds).allSatisfy(cloud -> assertThat(cloud.visible()).isEmpty());
  }

  /** Two make it one that counts. */
  @Test
  void ofADeleteThatOneCloudHasDoneTheErrorDoesNotSayThatAllIsGone() throws IOException {
    try (SafeConnection connection = connect(true);
        Table table = connection.getTable(Tables.DECLARED.getTableName())) {
      Delete delete = new Delete(Tables.ROW).addColumns(Tables.FAMILY, Tables.REPLICATED_NUMBER);
      refuseDeletes(1);
      refuseDeletes(2);
      assertThatThrownBy(() -> table.delete(delete))
          .hasMessageContaining("what was to be deleted may be gone; read it");
      clouds.get(1).fault = new MemoryCloud.Fault() {};
      assertThatThrownBy(() -> table.delete(delete))
          .hasMessageContaining("what was to be deleted is gone all the same");
    }
  }

  private void refuseDeletes(int cloud) {
    clouds.get(cloud).fault =
        new MemoryCloud.Fault() {
          @Override
          public void before(Mutation mutation) throws IOException {
            if (mutation instanceof Delete) {
              throw new DoNotRetryIOException("refused");
            }
          }
        };
  }
}
