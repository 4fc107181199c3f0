package io.dartagnan.server.query.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Seed;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a peer sends as its summary, which may be anything. */
class RowSummaryTest {
  private static final int COLUMNS = 2;
  private static final int MOST_ROWS = 8;
  private static final int ROWS_AT = 1;
  private static final Comparator<byte[]> ASCENDING = MemoryRows.ASCENDING;

  @Test
  void layoutIsTheDrawnOne() {
    RowSummary.Writer into = new RowSummary.Writer(true, 1);
    into.row(bytes("ab"));
    into.versions(List.of(write(2, 0x22), write(1, 0x11)), 1);
    into.version(null);

    assertThat(HexFormat.of().formatHex(into.bytes()))
        .isEqualTo(
            "01"
                + "00000001"
                + "00026162"
                + "0001"
                + "0000000000000002"
                + "0000000000000022"
                + "0000");
  }

  @Test
  void readsBackWhatIsWritten() {
    RowSummary read = read(summary("a", "b"));

    assertThat(read.isExhausted()).isTrue();
    assertThat(read.last()).isEqualTo(bytes("b"));
    assertThat(read.hasRow(bytes("a"))).isTrue();
    assertThat(read.hasRow(bytes("c"))).isFalse();
    assertThat(read.has(bytes("a"), 0, write(2, 22))).isTrue();
    assertThat(read.has(bytes("a"), 0, write(1, 11))).isTrue();
    assertThat(read.has(bytes("a"), 0, write(1, 22))).isFalse();
    assertThat(read.has(bytes("a"), 1, write(2, 22))).isFalse();
    assertThat(read.rowsThrough(bytes("a"))).hasSize(1);
    assertThat(read.rowsThrough(null)).hasSize(2);
  }

  /** A writer tells of no more versions than the layout has room for. */
  @Test
  void versionsBeyondTheMostAreLeftOut() {
    RowSummary.Writer into = new RowSummary.Writer(true, 1);
    into.row(bytes("a"));
    into.versions(Collections.nCopies(RowSummary.MOST_VERSIONS + 1, write(1, 1)), 1 << 20);
    into.version(null);

    assertThat(read(into.bytes()).rowsThrough(null).firstEntry().getValue()[0])
        .hasSize(2 * RowSummary.MOST_VERSIONS);
  }

  @ParameterizedTest
  @ValueSource(ints = {MOST_ROWS + 1, 1 << 20, Integer.MAX_VALUE, -1, Integer.MIN_VALUE})
  void moreRowsThanABatchHasAreRefused(int rows) {
    byte[] summary = summary("a", "b");
    ByteBuffer.wrap(summary).putInt(ROWS_AT, rows);

    assertThatThrownBy(() -> read(summary))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("party 2: sent a summary of %d rows, a batch has 8 at most".formatted(rows));
  }

  @Test
  void noRowsBeforeTheEndOfTheRangeAreNothingYet() {
    assertThat(read(new RowSummary.Writer(false, 0).bytes()).isNothingYet()).isTrue();
    assertThat(read(new RowSummary.Writer(true, 0).bytes()).isNothingYet()).isFalse();
    assertThat(read(new RowSummary.Writer(true, 0).bytes()).rowsThrough(null)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"b, a", "a, a", "aa, a"})
  void rowsOutOfOrderAreRefused(String first, String second) {
    assertThatThrownBy(() -> read(summary(first, second)))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("party 2: sent a summary whose rows are not in order");
  }

  @Test
  void theOrderIsThatOfTheRange() {
    assertThat(read(summary("b", "a"), ASCENDING.reversed()).last()).isEqualTo(bytes("a"));
    assertThatThrownBy(() -> read(summary("a", "b"), ASCENDING.reversed()))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void everyTruncationAndWhatComesAfterTheEndIsRefused() {
    byte[] summary = summary("a", "b");
    for (int length = 0; length < summary.length; length++) {
      byte[] truncated = Arrays.copyOf(summary, length);
      assertThatThrownBy(() -> read(truncated))
          .as("%d bytes", length)
          .isInstanceOf(ProtocolException.class)
          .hasMessage("party 2: sent a summary that ends too early");
    }
    assertThatThrownBy(() -> read(Arrays.copyOf(summary, summary.length + 1)))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("party 2: sent a summary with bytes after its end");
  }

  @Test
  void anyBytesAreReadOrRefusedInThePeersName() {
    Random random = Seed.random(this);
    for (int round = 0; round < 50_000; round++) {
      byte[] bytes = summary("a", "b", "c");
      for (int i = random.nextInt(4); i >= 0; i--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      byte[] hostile = Arrays.copyOf(bytes, random.nextInt(bytes.length + 20));
      Throwable thrown = catchThrowable(() -> read(hostile));
      if (thrown != null) {
        assertThat(thrown).as("round %d", round).isInstanceOf(ProtocolException.class);
        assertThat(((ProtocolException) thrown).culprit()).contains(Party.P2);
      }
    }
  }

  /**
   * Whatever a message of the longest length says, reading it takes a few times its length: rows of
   * short keys, and rows that lack each of many columns, would take ten times as much.
   */
  @ParameterizedTest
  @CsvSource({"1, 2400000", "1, 8192", "256, 8192", "256, 100"})
  void memoryIsInProportionToTheBytes(int columns, int rows) {
    int rowBytes = Short.BYTES + 3 + columns * Short.BYTES;
    int length = 5 + Math.min(rows, (Exchange.MAX_PAYLOAD_BYTES - 5) / rowBytes) * rowBytes;
    ByteBuffer message = ByteBuffer.allocate(length);
    message.put((byte) 1).putInt(rows);
    for (int row = 0; message.remaining() >= rowBytes; row++) {
      message.putShort((short) 3).put((byte) (row >> 16)).putShort((short) row);
      message.position(message.position() + columns * Short.BYTES);
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();

    Throwable thrown =
        catchThrowable(() -> RowSummary.read(Party.P2, message.flip(), columns, 8192, ASCENDING));

    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated).isLessThan((1 << 20) + 3L * Math.min(rows, 8192) * rowBytes);
    assertThat(thrown == null).isEqualTo(rows <= 8192);
  }

  /** Nothing is allocated for versions that are not there. */
  @Test
  void aCountOfVersionsThatAreNotThereTakesNoMemory() {
    byte[] message = new byte[5 + 3 + Short.BYTES];
    ByteBuffer.wrap(message)
        .put((byte) 1)
        .putInt(1)
        .putShort((short) 1)
        .put((byte) 'a')
        .putShort((short) 0xffff);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    catchThrowable(() -> read(message));
    long before = threads.getCurrentThreadAllocatedBytes();

    Throwable thrown = catchThrowable(() -> read(message));

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(200_000);
    assertThat(thrown).hasMessage("party 2: sent a summary that ends too early");
  }

  private static RowSummary read(byte[] summary) {
    return read(summary, ASCENDING);
  }

  private static RowSummary read(byte[] summary, Comparator<byte[]> order) {
    return RowSummary.read(Party.P2, ByteBuffer.wrap(summary), COLUMNS, MOST_ROWS, order);
  }

  private static byte[] summary(String... keys) {
    RowSummary.Writer into = new RowSummary.Writer(true, keys.length);
    for (String key : keys) {
      into.row(bytes(key));
      into.versions(List.of(write(2, 22), write(1, 11)), Integer.MAX_VALUE);
      into.versions(List.of(), Integer.MAX_VALUE);
    }
    return into.bytes();
  }

  private static Version write(long timestamp, long id) {
    return new Version(timestamp, id, null, 0, 0);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
