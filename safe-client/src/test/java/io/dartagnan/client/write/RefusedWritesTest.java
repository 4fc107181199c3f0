package io.dartagnan.client.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dartagnan.client.OverMemoryClouds;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.settlement.WriteClock;
import io.dartagnan.mpc.Party;
import io.dartagnan.write.WriteMark;
import io.dartagnan.write.WriteRefusal;
import io.dartagnan.write.WriteRefusal.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.exceptions.FailedSanityCheckException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Writes that clouds refuse, and what clouds and callers have in the end. */
@Timeout(60)
class RefusedWritesTest extends OverMemoryClouds {
  /** Ahead of the process' clock, which other tests may have moved. */
  private final WriteRefusal notNewer =
      new WriteRefusal(Reason.NOT_NEWER, WriteClock.PROCESS.now() + 10_000, 0);

  @Test
  void aWriteThatOneCloudAcceptedInsistsOnTheOthersWithItsStamp() throws IOException {
    List<Long> accepted = new ArrayList<>();
    clouds.get(0).fault = accepting(accepted);
    refuse(Party.P1, notNewer, (mutation, mark) -> !mark.insisting());
    refuse(Party.P2, notNewer, (mutation, mark) -> !mark.insisting());

    table.put(put(Tables.ROW, 1));

    for (MemoryCloud cloud : clouds) {
      assertThat(cloud.visible()).extracting(Cell::getTimestamp).isEqualTo(accepted);
    }
    assertThat(number(Tables.ROW)).isEqualTo(1);
  }

  /** The one may lie: what the two others have of a later stamp may be acknowledged. */
  @Test
  void aWriteThatOneCloudAcceptedGetsALaterStampWhereItMayLie() throws IOException {
    for (MemoryCloud cloud : clouds) {
      cloud.descriptor = Tables.plainOf("verified");
    }
    refuse(Party.P1, notNewer, (mutation, mark) -> isBelow(mark) && !mark.insisting());
    refuse(Party.P2, notNewer, (mutation, mark) -> isBelow(mark) && !mark.insisting());

    table.put(new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.PLAIN, Tables.bytes("a")));

    for (MemoryCloud cloud : clouds) {
      assertThat(cloud.visible())
          .singleElement()
          .satisfies(cell -> assertThat(cell.getTimestamp()).isGreaterThan(notNewer.newest()));
    }
  }

  @Test
  void aWriteThatNoCloudAcceptedGetsALaterStamp() throws IOException {
    refuseBelow(notNewer.newest());

    table.put(put(Tables.ROW, 1));

    for (MemoryCloud cloud : clouds) {
      assertThat(cloud.visible())
          .singleElement()
          .satisfies(cell -> assertThat(cell.getTimestamp()).isGreaterThan(notNewer.newest()));
    }
    assertThat(number(Tables.ROW)).isEqualTo(1);
  }

  @Test
  void aDeleteThatNoCloudAcceptedGetsALaterStamp() throws IOException {
    List<Long> stamps = new ArrayList<>();
    refuse(Party.P0, notNewer, (mutation, mark) -> mark.stamp() <= notNewer.newest());
    refuse(Party.P1, notNewer, (mutation, mark) -> mark.stamp() <= notNewer.newest());
    clouds.get(2).fault =
        new MemoryCloud.Fault() {
          @Override
          public void before(Mutation mutation) throws IOException {
            WriteMark mark = mark(mutation);
            if (mark.stamp() <= notNewer.newest()) {
              throw refusal(notNewer);
            }
            stamps.add(mark.stamp());
          }
        };

    table.delete(new Delete(Tables.ROW).addColumn(Tables.FAMILY, Tables.NUMBER, 5));

    assertThat(stamps)
        .singleElement()
        .satisfies(s -> assertThat(s).isGreaterThan(notNewer.newest()));
  }

  /**
   * As under a write that depends on what was read. A marker that one cloud alone has goes with its
   * next compaction, and what it hid would come back.
   */
  @Test
  void aDeleteThatACloudRefusesForGoodGetsALaterStamp() throws IOException {
    List<Long> accepted = new ArrayList<>();
    clouds.get(0).fault =
        new MemoryCloud.Fault() {
          @Override
          public void before(Mutation mutation) {
            accepted.add(mark(mutation).stamp());
          }
        };
    refuse(Party.P1, notNewer, (mutation, mark) -> mark.stamp() <= notNewer.newest());
    refuse(Party.P2, notNewer, (mutation, mark) -> mark.stamp() <= notNewer.newest());

    table.delete(new Delete(Tables.ROW).addColumn(Tables.FAMILY, Tables.NUMBER, 5));

    assertThat(accepted).hasSize(2);
    assertThat(accepted.get(1)).isGreaterThan(notNewer.newest());
  }

  @Test
  void writesOfABatchKeepTheirOrderInARow() throws Exception {
    byte[] other = Tables.bytes("other");
    AtomicInteger refused = new AtomicInteger();
    long newest = notNewer.newest();
    // Only the first is refused: the one after it must not end up below it.
    for (MemoryCloud cloud : clouds) {
      List<Boolean> first = new ArrayList<>();
      cloud.fault =
          new MemoryCloud.Fault() {
            @Override
            public void before(Mutation mutation) throws IOException {
              if (first.isEmpty() && Bytes.equals(mutation.getRow(), Tables.ROW)) {
                first.add(true);
                refused.incrementAndGet();
                throw refusal(new WriteRefusal(Reason.NOT_NEWER, newest, 0));
              }
            }
          };
    }
    Object[] results = new Object[3];

    table.batch(List.<Row>of(put(Tables.ROW, 1), put(other, 2), notJoined(Tables.ROW, 3)), results);

    assertThat(refused).hasValue(3);
    assertThat(results).allMatch(result -> result instanceof Result);
    assertThat(number(Tables.ROW)).isEqualTo(3);
    assertThat(number(other)).isEqualTo(2);
    for (MemoryCloud cloud : clouds) {
      assertThat(cloud.visible()).as("nothing is left of what was sent first").hasSize(3);
    }
  }

  /** Readers may have seen it: nothing that fails later takes it back. */
  @Test
  void aWriteThatIsCompleteStaysWhereTheOneInItsPlaceFails() throws IOException {
    for (MemoryCloud cloud : clouds) {
      List<Boolean> first = new ArrayList<>();
      cloud.fault =
          new MemoryCloud.Fault() {
            @Override
            public void before(Mutation mutation) throws IOException {
              if (mutation.getAttribute(WriteMark.ATTRIBUTE) == null) {
                return;
              }
              if (first.isEmpty()) {
                first.add(true);
                throw refusal(notNewer);
              }
              if (cloud == clouds.get(1) && mark(mutation).stamp() > notNewer.newest()) {
                throw new DoNotRetryIOException("the table is read-only by now");
              }
            }
          };
    }
    Object[] results = new Object[2];

    IOException failure =
        catchThrowableOfType(
            IOException.class,
            () -> table.batch(List.<Row>of(put(Tables.ROW, 1), notJoined(Tables.ROW, 3)), results));

    assertThat(failure)
        .hasMessageContaining("read-only")
        .hasMessageContaining("what had been written when it was sent again");
    clouds.forEach(cloud -> cloud.fault = new MemoryCloud.Fault() {});
    assertThat(number(Tables.ROW)).isEqualTo(3);
    for (MemoryCloud cloud : clouds) {
      assertThat(cloud.visible()).as("nothing is left of what was sent again").hasSize(1);
    }
  }

  @Test
  void aWriteWithTimestampsOfTheApplicationsOwnIsSentAnewToAll() throws IOException {
    List<Long> accepted = new ArrayList<>();
    clouds.get(0).fault = accepting(accepted);
    refuse(Party.P1, notNewer, (mutation, mark) -> mark.stamp() <= notNewer.newest());
    Put put = put(Tables.ROW, 1).addColumn(Tables.FAMILY, Tables.TEXT, 5, Tables.bytes("text"));

    table.put(put);

    assertThat(accepted).as("with another stamp").hasSize(2);
    Result row = table.get(new Get(Tables.ROW));
    assertThat(row.getValue(Tables.FAMILY, Tables.TEXT)).isEqualTo(Tables.bytes("text"));
    assertThat(row.getColumnLatestCell(Tables.FAMILY, Tables.TEXT).getTimestamp()).isEqualTo(5);
    assertThat(number(Tables.ROW)).isEqualTo(1);
    for (MemoryCloud cloud : clouds) {
      assertThat(cloud.visible()).hasSize(2);
    }
  }

  /** HBase's client sends a write again when an answer is lost. */
  @Test
  void aWriteThatWasDoneBeforeItWasRefusedIsNotDoneTwice() throws IOException {
    for (MemoryCloud cloud : clouds) {
      cloud.fault =
          new MemoryCloud.Fault() {
            @Override
            public void after(String operation) throws IOException {
              if (operation.equals("put")) {
                throw refusal(notNewer);
              }
            }
          };
    }

    table.put(put(Tables.ROW, 1));

    for (MemoryCloud cloud : clouds) {
      assertThat(cloud.visible()).hasSize(1);
    }
    assertThat(number(Tables.ROW)).isEqualTo(1);
  }

  /** The cloud refused it, and does not tell whether it had done it before. */
  @Test
  void aCloudThatCannotBeAskedForAnEarlierAttemptFailsNoOtherWriteOfTheBatch() throws Exception {
    byte[] other = Tables.bytes("other");
    for (Party cloud : Party.ALL) {
      clouds.get(cloud.index()).fault =
          new MemoryCloud.Fault() {
            @Override
            public void before(Mutation mutation) throws IOException {
              if (Bytes.equals(mutation.getRow(), Tables.ROW)) {
                throw refusal(notNewer);
              }
            }

            @Override
            public void before(String operation) throws IOException {
              if (cloud == Party.P1 && operation.equals("get")) {
                throw new IOException("does not answer");
              }
            }
          };
    }
    Object[] results = new Object[2];

    IOException failure =
        catchThrowableOfType(
            IOException.class,
            () -> table.batch(List.<Row>of(put(Tables.ROW, 1), put(other, 2)), results));

    assertThat(failure)
        .isInstanceOf(RetriesExhaustedWithDetailsException.class)
        .hasMessageContaining("cloud 1");
    assertThat(results[0]).isInstanceOf(Throwable.class);
    assertThat(results[1]).isInstanceOf(Result.class);
    clouds.get(1).fault = new MemoryCloud.Fault() {};
    assertThat(number(other)).isEqualTo(2);
  }

  @Test
  void aClockThatIsFarAheadIsAnErrorThatSaysSo() {
    for (MemoryCloud cloud : clouds) {
      cloud.fault =
          new MemoryCloud.Fault() {
            @Override
            public void before(Mutation mutation) throws IOException {
              throw refusal(new WriteRefusal(Reason.TOO_NEW, 0, mark(mutation).stamp() - 400_000));
            }
          };
    }

    IOException failure =
        catchThrowableOfType(IOException.class, () -> table.put(put(Tables.ROW, 1)));

    assertThat(failure)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("400000 ms ahead of this cloud's clock; set the clocks");
  }

  /** A region that took it moved to a server whose clock is behind, before the answer came. */
  @Test
  void aWriteThatACloudHadBeforeItCalledItTooNewIsDone() throws IOException {
    clouds.get(2).fault = takingPutsAndCallingThemTooNew();

    table.put(put(Tables.ROW, 1));

    assertThat(number(Tables.ROW)).isEqualTo(1);
    for (MemoryCloud cloud : clouds) {
      assertThat(cloud.visible()).hasSize(1);
    }
  }

  @Test
  void aWriteThatACloudHadBeforeItCalledItTooNewIsTakenBackThereToo() {
    clouds.get(1).fault =
        new MemoryCloud.Fault() {
          @Override
          public void before(String operation) throws IOException {
            throw new DoNotRetryIOException("not allowed");
          }
        };
    clouds.get(2).fault = takingPutsAndCallingThemTooNew();

    assertThat(catchThrowableOfType(IOException.class, () -> table.put(put(Tables.ROW, 1))))
        .hasMessageEndingWith("what other clouds had of it was removed");

    for (MemoryCloud cloud : clouds) {
      assertThat(cloud.visible()).isEmpty();
    }
  }

  private static MemoryCloud.Fault takingPutsAndCallingThemTooNew() {
    return new MemoryCloud.Fault() {
      @Override
      public void after(String operation) throws IOException {
        if (operation.equals("put")) {
          throw refusal(new WriteRefusal(Reason.TOO_NEW, 0, 0));
        }
      }
    };
  }

  @Test
  void aSchemaThatChangedIsReadAgain() throws IOException {
    AtomicInteger refusals = new AtomicInteger();
    refuse(
        Party.P1,
        new WriteRefusal(Reason.SCHEMA, 0, 0),
        (mutation, mark) -> refusals.incrementAndGet() == 1);

    table.put(put(Tables.ROW, 1));

    assertThat(number(Tables.ROW)).isEqualTo(1);
    for (MemoryCloud cloud : clouds) {
      assertThat(cloud.visible()).as("nothing is left of what was sent first").hasSize(1);
    }
  }

  private boolean isBelow(WriteMark mark) {
    return mark.stamp() <= notNewer.newest();
  }

  private void refuseBelow(long newest) {
    for (Party cloud : Party.ALL) {
      refuse(cloud, notNewer, (mutation, mark) -> mark.stamp() <= newest);
    }
  }

  private void refuse(Party cloud, WriteRefusal refusal, BiPredicate<Mutation, WriteMark> refused) {
    clouds.get(cloud.index()).fault =
        new MemoryCloud.Fault() {
          @Override
          public void before(Mutation mutation) throws IOException {
            if (mutation.getAttribute(WriteMark.ATTRIBUTE) != null
                && refused.test(mutation, mark(mutation))) {
              throw refusal(refusal);
            }
          }
        };
  }

  private static MemoryCloud.Fault accepting(List<Long> stamps) {
    return new MemoryCloud.Fault() {
      @Override
      public void before(Mutation mutation) {
        if (mutation instanceof Put) {
          stamps.add(mark(mutation).stamp());
        }
      }
    };
  }

  private static IOException refusal(WriteRefusal refusal) {
    return new FailedSanityCheckException(refusal.message());
  }

  private static WriteMark mark(Mutation mutation) {
    return WriteMark.decode(mutation.getAttribute(WriteMark.ATTRIBUTE));
  }

  private long number(byte[] row) throws IOException {
    return Bytes.toLong(table.get(new Get(row)).getValue(Tables.FAMILY, Tables.NUMBER));
  }

  /** A put that is not joined with another one of its row. */
  private static Put notJoined(byte[] row, long number) {
    return put(row, number).setId("other");
  }

  private static Put put(byte[] row, long number) {
    return new Put(row).addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(number));
  }
}
