package io.dartagnan.sealed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.client.keys.Place;
import io.dartagnan.client.keys.TableKeys;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.schema.InnerDescriptor;
import io.dartagnan.schema.Placement;
import io.dartagnan.schema.SealedProtection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client seals, opens and compares while its table gets other keys. */
class KeyringTest {
  private static final byte[] NAME = {'f'};
  private static final Place PLACE = new Place(NAME, NAME, NAME, 1);
  private static final byte[] VALUE = Bytes.toBytes("milady");

  @TempDir private Path folder;

  private final AtomicInteger renewals = new AtomicInteger();
  private final TableKeys keys = TableKeys.create();
  private KeyFile file;
  private TableKeys now = keys;

  @BeforeEach
  void create() throws IOException {
    file = KeyFile.create(folder.resolve("key"));
  }

  /** The table as a client knows it that has just learnt of these keys. */
  private ProtectedTable table(TableKeys known) {
    return table(known, () -> {});
  }

  private ProtectedTable table(TableKeys known, Runnable meanwhile) {
    return new ProtectedTable(
        descriptor(known),
        Placement.THREE_CLOUDS,
        Optional.of(file),
        () -> {
          renewals.incrementAndGet();
          meanwhile.run();
          return descriptor(now);
        });
  }

  private TableDescriptor descriptor(TableKeys with) {
    return InnerDescriptor.withKeys(
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(NAME))
            .setValue("dartagnan.column.f:f", "det")
            .build(),
        with.encrypt(file));
  }

  private static byte[] sealed(ProtectedTable table) throws IOException {
    return table.sealed(table.require(NAME, NAME), PLACE, VALUE);
  }

  private static Optional<byte[]> opened(ProtectedTable table, byte[] stored) throws IOException {
    return table.opened((SealedProtection) table.require(NAME, NAME), PLACE, stored);
  }

  /** Clouds take it for a write of who knows as many keys as the digest says. */
  @Test
  void whatIsWrittenIsSealedUnderTheKeysThatItsDigestSpeaksOf() throws IOException {
    ProtectedTable before = table(keys);
    now = keys.rotate();
    ProtectedTable after = table(now);
    assertThat(after.digest()).isNotEqualTo(before.digest());

    assertThat(opened(before, sealed(after))).get().isEqualTo(VALUE);
    assertThat(renewals).hasValue(1);
    assertThat(SealedProtection.keyOf(sealed(before))).isOne();
    assertThat(SealedProtection.keyOf(sealed(after))).isEqualTo(2);
    assertThat(opened(before, sealed(after))).isPresent();
    assertThat(opened(after, sealed(before))).isPresent();
    assertThat(renewals).hasValue(1);
  }

  @Test
  void aTableThatIsMadeAnewHasOtherKeysOfTheSameNumber() throws IOException {
    ProtectedTable before = table(keys);
    sealed(before);
    now = TableKeys.create();
    ProtectedTable after = table(now);

    assertThat(opened(before, sealed(after))).get().isEqualTo(VALUE);
    assertThat(opened(before, sealed(before))).isEmpty();
  }

  /** While one thread asks for the keys that it lacks, others do not take values for altered. */
  @Test
  void threadsThatMeetALaterKeyAtOnceAllOpenIt() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    ProtectedTable before =
        table(
            keys,
            () -> {
              asked.countDown();
              try {
                assertThat(answer.await(1, TimeUnit.MINUTES)).isTrue();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    now = keys.rotate();
    byte[] later = sealed(table(now));
    List<FutureTask<Optional<byte[]>>> openings = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      FutureTask<Optional<byte[]>> opening = new FutureTask<>(() -> opened(before, later));
      openings.add(opening);
      Thread thread = new Thread(opening);
      thread.start();
      assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();
      await().atMost(1, TimeUnit.MINUTES).until(() -> isHeldUp(thread));
    }
    answer.countDown();
    for (FutureTask<Optional<byte[]>> opening : openings) {
      assertThat(opening.get(1, TimeUnit.MINUTES)).isPresent();
    }
    assertThat(renewals).hasValue(1);
  }

  private static boolean isHeldUp(Thread thread) {
    return switch (thread.getState()) {
      case BLOCKED, WAITING, TIMED_WAITING, TERMINATED -> true;
      default -> false;
    };
  }

  /** One cloud may show any bytes, and as often as it likes. */
  @Test
  void whatNoClientSealedAsksForKeysOnceInAWhile() throws IOException {
    ProtectedTable table = table(keys);
    for (int i = 0; i < 1_000; i++) {
      byte[] altered = sealed(table);
      altered[20] ^= 1;
      assertThat(opened(table, altered)).isEmpty();
      altered[0] = (byte) 0xfe;
      assertThat(opened(table, altered)).isEmpty();
      altered[0] = 0;
      assertThat(opened(table, altered)).isEmpty();
      assertThat(opened(table, new byte[0])).isEmpty();
    }
    assertThat(renewals).hasValueLessThanOrEqualTo(2 + 2 * 60 / 5);

    now = keys.rotate();
    assertThat(opened(table, sealed(table(now)))).as("a key of its number").isPresent();
  }

  /** What could not be asked is not asked for each value; and is no altered value. */
  @Test
  void aRenewalThatFailedIsToldForAWhile() throws IOException {
    now = keys.rotate();
    byte[] later = sealed(table(now));
    ProtectedTable silent =
        new ProtectedTable(
            descriptor(keys),
            Placement.THREE_CLOUDS,
            Optional.of(file),
            () -> {
              renewals.incrementAndGet();
              throw new IOException("no cloud answers");
            });
    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(() -> opened(silent, later)).hasMessage("no cloud answers");
    }
    assertThat(renewals).hasValueLessThanOrEqualTo(1 + 60 / 5);
    assertThat(opened(silent, sealed(silent))).as("which needs no renewal").isPresent();
  }

  /** Columns of one table are renewed together, and several scans by one request. */
  @Test
  void keysThatWereRefusedAreRenewedOnce() throws IOException {
    ProtectedTable table = table(keys);
    SealedProtection refused = compared(table);
    now = keys.rotate();
    for (int i = 0; i < 5; i++) {
      refused.renewKeys();
    }
    assertThat(renewals).hasValue(1);
    assertThat(compared(table).keys()).endsWith(":2");
    assertThat(compared(table).conditionsPerComparison()).isEqualTo(4);
    assertThat(refused.isOutdatedBy(compared(table).keys())).isTrue();
  }

  private static SealedProtection compared(ProtectedTable table) {
    SealedProtection column =
        (SealedProtection) table.column(NAME, NAME).orElseThrow().protection();
    return column.withKeysOfNow();
  }
}
