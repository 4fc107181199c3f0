package io.dartagnan.server.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.write.WriteQuestion;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteSearchTest {
  private static final String ROW = "row";

  @TempDir private static Path folder;

  private GuardedRegion cloud;
  private Writer one;
  private Writer other;
  private long now;

  @BeforeEach
  void open() throws IOException {
    cloud = new GuardedRegion(folder, 1);
    one = new Writer(1, cloud.schema());
    other = new Writer(2, cloud.schema());
    now = System.currentTimeMillis() + 10_000;
  }

  @AfterEach
  void close() throws IOException {
    cloud.close();
  }

  @Test
  void aMarkerIsFoundByWhoWroteItAlone() throws Exception {
    cloud.region().put(one.put(ROW, now, "value"));
    cloud.region().delete(one.delete(ROW, now + 1));
    cloud.region().put(other.put(ROW, now + 2, "value"));

    assertThat(found(1, now + 1)).isTrue();
    assertThat(found(2, now + 1)).isFalse();
    cloud.region().flush(true);
    assertThat(found(1, now + 1)).isTrue();
    assertThat(found(2, now + 1)).isFalse();
  }

  @Test
  void aVersionIsFoundByWhoWroteItAlone() throws Exception {
    cloud.region().put(one.put(ROW, now, "value"));

    assertThat(found(1, now)).isTrue();
    assertThat(found(2, now)).isFalse();
    assertThat(found(1, now + 1)).isFalse();
  }

  @Test
  void aVersionThatWasNotMadeDurableIsFoundToo() throws Exception {
    cloud.region().put(one.put(ROW, now, "value").setDurability(Durability.SKIP_WAL));

    assertThat(found(1, now)).isTrue();
    cloud.region().get(one.settled(now).telling());
    cloud.region().flush(true);
    assertThat(found(1, now)).isTrue();
    assertThat(found(2, now)).isFalse();
  }

  /** As HBase deletes a row. */
  @Test
  void aMarkerOfAFamilyIsFoundByWhoWroteItAlone() throws Exception {
    cloud.region().put(one.put(ROW, now, "value"));
    Delete row = new Delete(Bytes.toBytes(ROW), now + 1);
    cloud.region().delete(one.mark(row, now + 1));

    assertThat(found(1, now + 1)).isTrue();
    assertThat(found(2, now + 1)).isFalse();
  }

  @Test
  void aWriteThatIsAskedForToCloseDoesNotComeAnyMore() throws Exception {
    assertThat(found(1, now)).isFalse();
    cloud.region().put(one.put(ROW, now, "value"));
    assertThat(found(1, now)).isTrue();

    assertThat(isThere(new WriteQuestion(1, now + 5, true))).isFalse();
    assertThatThrownBy(() -> cloud.region().put(one.put(ROW, now + 5, "value")))
        .isInstanceOf(DoNotRetryIOException.class);
    assertThat(isThere(new WriteQuestion(1, now + 5, true))).isFalse();
    cloud.region().put(one.put(ROW, now + 6, "value"));
    assertThat(isThere(new WriteQuestion(1, now + 6, true))).isTrue();
  }

  /** As its region cannot tell what it has lost from what never came, its writer decides. */
  @Test
  void ofAWriteThatMayHaveBeenLostItSaysThatItIsNotThere() throws Exception {
    long late = System.currentTimeMillis() - WriteGuard.MOST_BEHIND.toMillis() - 1_000;

    assertThat(isThere(new WriteQuestion(1, late, true))).isFalse();
  }

  /** Else a client whose clock is wrong would put those of all others ahead. */
  @Test
  void aStampThatIsTooFarAheadClosesNothing() throws Exception {
    long ahead = System.currentTimeMillis() + 2 * WriteGuard.MOST_AHEAD.toMillis();

    assertThat(isThere(new WriteQuestion(1, ahead, true))).isFalse();
    cloud.region().put(one.put(ROW, now, "value"));
    assertThat(found(1, now)).isTrue();
  }

  @Test
  void theAnswerHasNoValue() throws Exception {
    cloud.region().put(one.put(ROW, now, "value"));
    Get get = new Get(Bytes.toBytes(ROW));
    new WriteQuestion(1, now, false).askBy(get);

    assertThat(cloud.region().get(get).listCells())
        .singleElement()
        .satisfies(cell -> assertThat(cell.getValueLength()).isZero());
  }

  private boolean found(long writer, long stamp) throws IOException {
    return isThere(new WriteQuestion(writer, stamp, false));
  }

  private boolean isThere(WriteQuestion question) throws IOException {
    Get get = new Get(Bytes.toBytes(ROW)).setTimestamp(question.stamp());
    question.askBy(get);
    return !cloud.region().get(get).isEmpty();
  }
}
