package io.dartagnan.client.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.OverMemoryClouds;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.settlement.ClientWrites;
import io.dartagnan.client.settlement.SettlementNotifier;
import io.dartagnan.client.settlement.WriteClock;
import io.dartagnan.client.settlement.WriteLedger;
import io.dartagnan.client.table.ConnectionParts;
import io.dartagnan.write.Settlement;
import java.io.IOException;
import java.net.ConnectException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of writes that a cloud was silent about, and of others with their stamps. */
@Timeout(60)
class TornWritesTest extends OverMemoryClouds {
  private static final TableName TABLE = Tables.DECLARED.getTableName();
  private static final byte[] FAILED = Tables.bytes("failed");
  private static final byte[] DONE = Tables.bytes("done");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final long stamp = System.currentTimeMillis();
  private final AtomicLong wall = new AtomicLong(stamp);
  private final AtomicInteger silences = new AtomicInteger();
  private SettlementNotifier notifier;
  private TornWrites torn;
  private WriteSplitter splitter;
  private CloudTables three;
  private BatchSender sender;

  @BeforeEach
  void write() throws IOException {
    ConnectionParts parts = connection.parts();
    WriteLedger ledger = new WriteLedger(new WriteClock(wall::get), () -> 7, () -> 0);
    notifier = new SettlementNotifier(cloud -> parts.clouds().get(cloud.index()), parts.fanOut());
    torn = new TornWrites(name -> CloudTables.of(parts.fanOut(), parts.clouds(), name), 20);
    ClientWrites writes = new ClientWrites(ledger, () -> 0);
    splitter = new WriteSplitter(new SecureRandom(), writes, notifier::written, torn, 0);
    three = CloudTables.of(parts.fanOut(), parts.clouds(), TABLE);
    sender = new BatchSender(three, parts.catalogue(), TABLE, splitter);
  }

  @AfterEach
  void stop() {
    torn.close();
    notifier.close();
  }

  /** A cloud that loses a row's writes, or its answers to them, and answers nothing else. */
  private class Silent implements MemoryCloud.Fault {
    private final boolean hasIt;

    Silent(boolean hasIt) {
      this.hasIt = hasIt;
    }

    @Override
    public void before(String operation) throws IOException {
      if (operation.equals("get")) {
        silences.incrementAndGet();
        throw new ConnectException("refused");
      }
    }

    @Override
    public void before(Mutation mutation) throws IOException {
      if (!hasIt && Arrays.equals(mutation.getRow(), FAILED)) {
        throw new ConnectException("refused");
      }
    }

    @Override
    public void after(Mutation mutation) throws IOException {
      if (Arrays.equals(mutation.getRow(), FAILED)) {
        throw new ConnectException("reply lost");
      }
    }
  }

  private static Put put(byte[] row) {
    return new Put(row).addColumn(Tables.FAMILY, Tables.PLAIN, Tables.bytes("value"));
  }

  /** One write is done, and one fails in doubt; both have one stamp. */
  private void writeOneOfTwo(boolean hasIt) {
    clouds.get(2).fault = new Silent(hasIt);
    Object[] results = new Object[2];
    catchThrowableOfType(
        IOException.class, () -> sender.send(List.of(put(FAILED), put(DONE)), results));
    assertThat(results[0]).isInstanceOf(IOException.class);
    assertThat(results[1]).isNotInstanceOf(Throwable.class);
    wall.addAndGet(1_000);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsDoneIsSettledOnceTheCloudAnswersForAnotherWriteWithItsStamp(boolean hasIt) {
    writeOneOfTwo(hasIt);
    awaitHeard(clouds.subList(0, 2), told -> Arrays.equals(told.torn(), new long[] {stamp}));
    assertThat(heard(clouds.get(0))).noneMatch(told -> told.isSettled(stamp));

    clouds.get(2).fault = new MemoryCloud.Fault() {};

    awaitHeard(clouds, told -> told.isSettled(stamp));
    for (MemoryCloud cloud : clouds) {
      assertThat(has(cloud, DONE)).isTrue();
      assertThat(has(cloud, FAILED)).as("complete, and not taken back").isEqualTo(hasIt);
    }
    await().atMost(PATIENCE).until(() -> torn.count() == 0);
  }

  @Test
  void whatStaysInDoubtStays() {
    writeOneOfTwo(true);
    int before = silences.get();
    await().atMost(PATIENCE).until(() -> silences.get() > before + 3);

    awaitHeard(clouds.subList(0, 2), told -> told.through() >= stamp);
    assertThat(heard(clouds.get(0))).noneMatch(told -> told.isSettled(stamp));
    assertThat(torn.count()).isEqualTo(1);
    for (MemoryCloud cloud : clouds) {
      assertThat(has(cloud, FAILED)).isTrue();
    }
  }

  /** Nobody could say later whether the cloud has lost it, and the row would be read no more. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsInDoubtWhenTheConnectionIsClosedIsTakenBack(boolean hasIt) {
    writeOneOfTwo(hasIt);
    torn.close();

    assertThat(has(clouds.get(0), FAILED)).isFalse();
    assertThat(has(clouds.get(1), FAILED)).isFalse();
    assertThat(clouds).allMatch(cloud -> has(cloud, DONE));
    assertThat(torn.count()).isZero();
  }

  @Test
  void whatIsCompleteWhenTheConnectionIsClosedStays() {
    writeOneOfTwo(true);
    clouds.get(2).fault = new MemoryCloud.Fault() {};
    torn.close();

    assertThat(clouds).allMatch(cloud -> has(cloud, DONE) && has(cloud, FAILED));
  }

  @Test
  void whatIsInDoubtWhenTheConnectionIsAbortedStays() {
    writeOneOfTwo(true);
    torn.stop();

    assertThat(clouds).allMatch(cloud -> has(cloud, DONE) && has(cloud, FAILED));
  }

  @Test
  void whatCouldNotBeTakenBackIsTakenBackLater() {
    clouds.get(2).fault = losing("put");
    clouds.get(1).fault = losing("batch");
    catchThrowableOfType(IOException.class, () -> sender.send(put(FAILED)));
    wall.addAndGet(1_000);
    assertThat(has(clouds.get(0), FAILED)).isFalse();
    assertThat(has(clouds.get(1), FAILED)).isTrue();
    assertThat(torn.count()).isEqualTo(1);

    clouds.forEach(cloud -> cloud.fault = new MemoryCloud.Fault() {});

    awaitHeard(clouds, told -> told.isSettled(stamp));
    assertThat(has(clouds.get(1), FAILED)).isFalse();
  }

  /** Its deletion would show what was there before, which nobody knows. */
  @Test
  void whatACloudWillNotTakeBackIsNotAskedForAgain() {
    clouds.get(2).fault = losing("put");
    Put strict = new Put(FAILED).addColumn(Tables.FAMILY, Tables.PLAIN, 5, Tables.bytes("value"));
    catchThrowableOfType(IOException.class, () -> sender.send(strict));
    wall.addAndGet(1_000);

    await().atMost(PATIENCE).until(() -> torn.count() == 0);
    awaitHeard(clouds.subList(0, 2), told -> Arrays.equals(told.torn(), new long[] {stamp}));
    assertThat(has(clouds.get(0), FAILED)).isTrue();
  }

  @Test
  void aTableThatIsDroppedEndsIt() {
    writeOneOfTwo(false);
    assertThat(torn.count()).isEqualTo(1);
    for (MemoryCloud cloud : clouds) {
      cloud.fault =
          new MemoryCloud.Fault() {
            @Override
            public void before(String operation) throws IOException {
              throw new TableNotFoundException(TABLE);
            }
          };
    }

    await().atMost(PATIENCE).until(() -> torn.count() == 0);
    assertThat(has(clouds.get(0), FAILED)).isTrue();
  }

  @Test
  void whatTakesTooMuchMemoryIsNotAskedForAgain() {
    clouds.get(2).fault = new Silent(true);
    byte[] value = new byte[(int) TornWrites.MOST_BYTES / 4];
    Put large = new Put(FAILED).addColumn(Tables.FAMILY, Tables.PLAIN, value);
    catchThrowableOfType(
        IOException.class, () -> sender.send(List.of(large, put(DONE)), new Object[2]));

    assertThat(torn.count()).isZero();
  }

  @Test
  void anAtomicWriteThatItsArbiterDidNotAnswerForIsTakenBack() throws IOException {
    AtomicInteger puts = new AtomicInteger();
    for (MemoryCloud cloud : clouds) {
      cloud.fault =
          new MemoryCloud.Fault() {
            private boolean isSilent;

            @Override
            public void before(String operation) throws IOException {
              isSilent |= operation.equals("put") && puts.get() == 2;
              if (isSilent) {
                throw new ConnectException("refused");
              }
            }

            @Override
            public void after(String operation) {
              if (operation.equals("put")) {
                puts.incrementAndGet();
              }
            }
          };
    }
    ConnectionParts parts = connection.parts();
    AtomicOperations atomic =
        new AtomicOperations(
            new CloudsTransaction(three, parts.catalogue(), TABLE, splitter),
            parts.catalogue(),
            TABLE);
    Increment increment = new Increment(FAILED).addColumn(Tables.FAMILY, Tables.NUMBER, 1);
    IOException failure = catchThrowableOfType(IOException.class, () -> atomic.change(increment));
    assertThat(failure).hasMessageContaining("is not known");
    wall.addAndGet(1_000);
    assertThat(clouds.stream().filter(cloud -> has(cloud, FAILED))).hasSize(2);

    clouds.forEach(cloud -> cloud.fault = new MemoryCloud.Fault() {});

    awaitHeard(clouds, told -> told.isSettled(stamp));
    assertThat(clouds).noneMatch(cloud -> has(cloud, FAILED));
  }

  private static MemoryCloud.Fault losing(String lost) {
    return new MemoryCloud.Fault() {
      @Override
      public void before(String operation) throws IOException {
        if (operation.equals(lost)) {
          throw new ConnectException("refused");
        }
      }
    };
  }

  private static boolean has(MemoryCloud cloud, byte[] row) {
    return cloud.visible().stream().anyMatch(cell -> Arrays.equals(CellUtil.cloneRow(cell), row));
  }

  private static List<Settlement> heard(MemoryCloud cloud) {
    return cloud.heard.getOrDefault("server", List.of());
  }

  private static void awaitHeard(List<MemoryCloud> clouds, Predicate<Settlement> expected) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                clouds.stream()
                    .allMatch(
                        cloud ->
                            heard(cloud).stream()
                                .filter(told -> told.writer() == 7)
                                .anyMatch(expected)));
  }
}
