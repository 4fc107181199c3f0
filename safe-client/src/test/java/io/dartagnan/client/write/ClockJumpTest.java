package io.dartagnan.client.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dartagnan.client.OverMemoryClouds;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.settlement.ClientWrites;
import io.dartagnan.client.settlement.WriteClock;
import io.dartagnan.client.settlement.WriteLedger;
import io.dartagnan.client.table.ConnectionParts;
import io.dartagnan.write.WriteMark;
import io.dartagnan.write.WriteRefusal;
import io.dartagnan.write.WriteRefusal.Reason;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client whose machine's clock jumps ahead and is put right, over clouds that guard rows. */
@Timeout(60)
class ClockJumpTest extends OverMemoryClouds {
  private static final long NOW = 1_700_000_000_000L;
  private static final long FIVE_MINUTES = Duration.ofMinutes(5).toMillis();
  private static final byte[] OTHER = Tables.bytes("other");

  private final AtomicLong wall = new AtomicLong(NOW);
  private final AtomicInteger refusals = new AtomicInteger();
  private final AtomicLong newestStamp = new AtomicLong();
  private final WriteClock clock = new WriteClock(wall::get);
  private BatchSender sender;

  @BeforeEach
  void guard() throws IOException {
    AtomicLong writers = new AtomicLong(7);
    WriteLedger ledger = new WriteLedger(clock, writers::getAndIncrement, () -> 0);
    ConnectionParts parts = connection.parts();
    TableName name = Tables.DECLARED.getTableName();
    sender =
        new BatchSender(
            CloudTables.of(parts.fanOut(), parts.clouds(), name),
            parts.catalogue(),
            name,
            new WriteSplitter(
                new SecureRandom(),
                new ClientWrites(ledger, () -> 0),
                (table, rows, entry) -> {},
                parts.splitter().torn(),
                0));
    clouds.forEach(cloud -> cloud.fault = new Guard());
  }

  /**
   * As a region's, of a cloud whose clock is right: of each row the newest stamp and its writer.
   */
  private class Guard implements MemoryCloud.Fault {
    private final Map<String, WriteMark> newest = new HashMap<>();

    @Override
    public synchronized void before(Mutation mutation) throws IOException {
      byte[] attribute = mutation.getAttribute(WriteMark.ATTRIBUTE);
      if (attribute == null) {
        return;
      }
      WriteMark mark = WriteMark.decode(attribute);
      if (mark.stamp() > NOW + FIVE_MINUTES) {
        refuse(new WriteRefusal(Reason.TOO_NEW, 0, NOW));
      }
      WriteMark before = newest.get(Bytes.toString(mutation.getRow()));
      if (before != null
          && before.stamp() >= mark.stamp()
          && before.settlement().writer() != mark.settlement().writer()) {
        refuse(new WriteRefusal(Reason.NOT_NEWER, before.stamp(), NOW));
      }
      newest.put(Bytes.toString(mutation.getRow()), mark);
      newestStamp.set(mark.stamp());
    }

    final void refuse(WriteRefusal refusal) throws IOException {
      refusals.incrementAndGet();
      throw new DoNotRetryIOException(refusal.message());
    }
  }

  @Test
  void writesGoOnAsSoonAsAClockThatWasAnHourAheadIsPutRight() throws IOException {
    put(Tables.ROW, 1);
    wall.set(NOW + Duration.ofHours(1).toMillis());
    assertThat(catchThrowableOfType(IOException.class, () -> put(Tables.ROW, 2)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("3600000 ms ahead of this cloud's clock; set the clocks");
    assertThat(number(Tables.ROW)).isEqualTo(1);
    wall.set(NOW + 1_000);
    refusals.set(0);

    put(Tables.ROW, 3);
    put(OTHER, 4);

    assertThat(number(Tables.ROW)).isEqualTo(3);
    assertThat(number(OTHER)).isEqualTo(4);
    assertThat(refusals).hasValue(0);
    assertThat(newestStamp).hasValue(NOW + 1_000);
  }

  /** The clouds took its stamps: what is written later must not be hidden by them. */
  @Test
  void whatIsWrittenAfterAJumpIsReadInThePlaceOfWhatWasWrittenInIt() throws IOException {
    wall.set(NOW + FIVE_MINUTES - 1_000);
    put(Tables.ROW, 1);
    wall.set(NOW);
    put(OTHER, 2);
    assertThat(newestStamp).hasValue(NOW);

    put(Tables.ROW, 3);

    assertThat(number(Tables.ROW)).isEqualTo(3);
    assertThat(number(OTHER)).isEqualTo(2);
    assertThat(refusals).as("once by each cloud").hasValue(3);
    put(Tables.ROW, 4);
    assertThat(number(Tables.ROW)).isEqualTo(4);
    assertThat(refusals).as("and never again").hasValue(3);
  }

  /** What one write of a batch failed with says nothing of what another one learned later. */
  @Test
  void aRefusalOfABatchIsLearnedFromOnce() {
    long ahead = NOW + 10_000;
    for (MemoryCloud cloud : clouds) {
      cloud.fault =
          new Guard() {
            @Override
            public synchronized void before(Mutation mutation) throws IOException {
              long stamp = WriteMark.decode(mutation.getAttribute(WriteMark.ATTRIBUTE)).stamp();
              if (Bytes.equals(mutation.getRow(), Tables.ROW)) {
                refuse(new WriteRefusal(Reason.TOO_NEW, 0, NOW));
              } else if (stamp <= ahead) {
                refuse(new WriteRefusal(Reason.NOT_NEWER, ahead, NOW));
              }
            }
          };
    }
    Object[] results = new Object[2];

    catchThrowableOfType(
        IOException.class,
        () -> sender.send(List.of(write(Tables.ROW, 1), write(OTHER, 2)), results));

    assertThat(results[1]).isInstanceOf(Result.class);
    assertThat(clock.correctionMs()).isEqualTo(ahead + 1 - NOW);
  }

  private void put(byte[] row, long number) throws IOException {
    sender.send(write(row, number));
  }

  private static Put write(byte[] row, long number) {
    return new Put(row).addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(number));
  }

  private long number(byte[] row) throws IOException {
    return Bytes.toLong(table.get(new Get(row)).getValue(Tables.FAMILY, Tables.NUMBER));
  }
}
