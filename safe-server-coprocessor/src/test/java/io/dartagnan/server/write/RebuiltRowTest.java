package io.dartagnan.server.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.repair.ConfirmedShare;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.SharedProtection;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
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

  /** A tagged share of this cloud's, as a repair stores it. */
  private byte[] given() throws IOException {
    cloud.alter(
        table ->
            table
                .setValue("dartagnan.column.f:c", "replicated int64")
                .setValue("dartagnan.tag", "hmac-sha256"));
    cloud.move();
    SharedProtection column = (SharedProtection) Protection.parse("replicated int64").tagged();
    Shares dealt =
        new Dealer(column.laneSharing(), column.laneType().ring(), new SecureRandom())
            .deal(new long[] {5})
            .get(0);
    byte[] share = ShareCell.encode(column, 77, dealt, 0);
    ShareCell.setTag(share, 1, new byte[ShareCell.TAG_BYTES]);
    share[1] = 3;
    return share;
  }

  private static Cell cell(long at, byte[] value) {
    return new KeyValue(Bytes.toBytes(ROW), GuardedRegion.FAMILY, GuardedRegion.COLUMN, at, value);
  }

  private List<Cell> stored() throws IOException {
    return cloud.raw(ROW).stream().filter(cell -> cell.getTimestamp() < 10).toList();
  }

  @Test
  void whatAClientConfirmsIsNoLongerGivenAndKeepsItsTags() throws IOException {
    byte[] given = given();
    byte[] confirmed = given.clone();
    confirmed[1] = 2;
    byte[] other = given.clone();
    other[20] ^= 1;
    rebuild(RebuiltRow.notDurable(cell(7, given)));

    cloud.region().put(ConfirmedShare.of(cell(7, other)));
    cloud.region().put(ConfirmedShare.of(cell(6, given)));
    assertThat(stored())
        .hasSize(1)
        .allMatch(cell -> Arrays.equals(CellUtil.cloneValue(cell), given));

    for (int again = 0; again < 2; again++) {
      cloud.region().put(ConfirmedShare.of(cell(7, given)));
      cloud.flushAndCompact();
      assertThat(stored())
          .hasSize(1)
          .allMatch(cell -> Arrays.equals(CellUtil.cloneValue(cell), confirmed))
          .allMatch(cell -> WriteTag.in(cell).equals(Optional.of(WriteTag.LESS_DURABLE)));
    }
    cloud.region().put(ConfirmedShare.of(cell(7, confirmed)));
    assertThat(stored()).allMatch(cell -> Arrays.equals(CellUtil.cloneValue(cell), confirmed));
  }

  @Test
  void aConfirmationIsOfOneShare() throws IOException {
    byte[] given = given();
    rebuild(cell(7, given));
    assertThatThrownBy(
            () -> cloud.region().put(ConfirmedShare.of(cell(7, given)).add(cell(6, given))))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("no put of one share alone");
    assertThat(stored()).hasSize(1);
  }

  @Test
  void aLaterWriteIsStillTaken() throws IOException {
    rebuild(cell(GuardedRegion.FAMILY, 7, "seven"));
    cloud.region().put(new Writer(1, cloud.schema()).put(ROW, now, "new"));
    assertThat(cloud.get(ROW)).isEqualTo("new");
  }
}
