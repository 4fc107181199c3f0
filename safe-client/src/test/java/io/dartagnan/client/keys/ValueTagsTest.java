package io.dartagnan.client.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.fixture.Tables;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.BatchDealer;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.StoredValue;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.KeyValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ValueTagsTest {
  private static final Protection TEXT = Protection.parse("replicated string(20)").tagged();
  private static final Place PLACE = place("row", "f", "q", 7);
  private static final byte[] VALUE = Tables.bytes("value");
  private static final long WRITE_ID = 42;

  private final TableKeys keys = TableKeys.create();
  private final ValueTags tags = new ValueTags(keys);

  private static Place place(String row, String family, String qualifier, long timestamp) {
    return new Place(Tables.bytes(row), Tables.bytes(family), Tables.bytes(qualifier), timestamp);
  }

  private static byte[] cell(ValueTags tags, Party cloud, long writeId) {
    BatchDealer dealer = new BatchDealer();
    StoredValue shares = TEXT.store(VALUE, dealer);
    dealer.deal(new SecureRandom());
    return tags.on(shares, PLACE, VALUE).on(cloud, writeId);
  }

  private static boolean hold(ValueTags tags, byte[] cell, Place place, byte[] value) {
    byte[] within = new byte[cell.length + 5];
    System.arraycopy(cell, 0, within, 3, cell.length);
    return tags.hold(within, 3, cell.length, place, value);
  }

  @ParameterizedTest
  @MethodSource("clouds")
  void aTagHoldsForItsValueAtItsPlaceAndForNothingElse(Party cloud) {
    byte[] cell = cell(tags, cloud, WRITE_ID);

    assertThat(hold(tags, cell, PLACE, VALUE)).isTrue();
    assertThat(hold(tags, cell, PLACE, Tables.bytes("valuf"))).isFalse();
    for (Place other :
        List.of(
            place("rox", "f", "q", 7),
            place("row", "g", "q", 7),
            place("row", "f", "r", 7),
            place("row", "f", "q", 8),
            place("rowf", "", "q", 7),
            place("row", "fq", "", 7))) {
      assertThat(hold(tags, cell, other, VALUE)).as("%s", other).isFalse();
    }
    byte[] ofAnotherWrite = cell.clone();
    ofAnotherWrite[11]++;
    assertThat(hold(tags, ofAnotherWrite, PLACE, VALUE)).isFalse();
    for (int bit = 0; bit < 17 * Byte.SIZE; bit++) {
      byte[] altered = cell.clone();
      altered[cell.length - 1 - bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertThat(hold(tags, altered, PLACE, VALUE)).as("bit %d", bit).isFalse();
    }
  }

  private static List<Party> clouds() {
    return Party.ALL;
  }

  @Test
  void olderKeysHoldAndOtherTablesDoNot() {
    byte[] old = cell(tags, Party.P0, WRITE_ID);
    ValueTags rotated = new ValueTags(keys.rotate());
    byte[] written = cell(rotated, Party.P0, WRITE_ID);

    assertThat(hold(rotated, old, PLACE, VALUE)).isTrue();
    assertThat(hold(rotated, written, PLACE, VALUE)).isTrue();
    assertThat(hold(tags, written, PLACE, VALUE)).isFalse();
    assertThat(tags.lackKeyOf(written, 0, written.length)).isTrue();
    assertThat(tags.lackKeyOf(old, 0, old.length)).isFalse();
    assertThat(hold(new ValueTags(TableKeys.create()), old, PLACE, VALUE)).isFalse();
  }

  @Test
  void theTagOfADeleteHoldsForThatDeleteAlone() {
    byte deleteColumn = KeyValue.Type.DeleteColumn.getCode();
    byte[] tag = tags.ofDelete(PLACE, deleteColumn);

    assertThat(tags.holdDelete(tag, PLACE, deleteColumn)).isTrue();
    assertThat(tags.holdDelete(tag, PLACE, KeyValue.Type.Delete.getCode())).isFalse();
    assertThat(tags.holdDelete(tag, place("row", "f", "q", 8), deleteColumn)).isFalse();
    assertThat(tags.holdDelete(tag, place("row", "f", "", 7), deleteColumn)).isFalse();
    assertThat(tags.holdDelete(tag, place("rox", "f", "q", 7), deleteColumn)).isFalse();
    for (int bit = 0; bit < tag.length * Byte.SIZE; bit++) {
      byte[] altered = tag.clone();
      altered[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertThat(tags.holdDelete(altered, PLACE, deleteColumn)).as("bit %d", bit).isFalse();
    }
    for (int length = 0; length < tag.length; length++) {
      assertThat(tags.holdDelete(Arrays.copyOf(tag, length), PLACE, deleteColumn)).isFalse();
    }
    ValueTags rotated = new ValueTags(keys.rotate());
    assertThat(rotated.holdDelete(tag, PLACE, deleteColumn)).isTrue();
    assertThat(tags.holdDelete(rotated.ofDelete(PLACE, deleteColumn), PLACE, deleteColumn))
        .isFalse();
  }

  /** Or a cloud would see that a value was written again. */
  @Test
  void equalValuesHaveOtherTagsWithEachWrite() {
    BatchDealer dealer = new BatchDealer();
    StoredValue shares = TEXT.store(VALUE, dealer);
    dealer.deal(new SecureRandom());
    StoredValue tagged = tags.on(shares, PLACE, VALUE);
    byte[] one = tagged.on(Party.P0, WRITE_ID);
    byte[] other = tagged.on(Party.P0, WRITE_ID + 1);
    assertThat(hold(tags, other, PLACE, VALUE)).isTrue();

    assertThat(Arrays.copyOfRange(one, one.length - 16, one.length))
        .isNotEqualTo(Arrays.copyOfRange(other, other.length - 16, other.length));
  }
}
