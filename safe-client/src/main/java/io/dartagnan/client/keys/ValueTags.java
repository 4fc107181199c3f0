package io.dartagnan.client.keys;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.StoredValue;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tags that bind the values of one table to their places: nobody without the table's keys can make
 * one for another value, place or write.
 *
 * <pre>
 *   tag = first 16 bytes of HMAC-SHA256(key for tags,
 *           length of row (4) | row | length of family (4) | family | length of qualifier (4)
 *           | qualifier | timestamp (8) | write id (8) | value)
 * </pre>
 *
 * <p>The key for tags is derived from the table's (HKDF), which stands for the table. The write id
 * is random, so that equal values have different tags. Thread-safe.
 */
public final class ValueTags {
  private static final String USE = "tag";

  private final Map<Integer, SecretKeySpec> keys = new HashMap<>();
  private final int current;

  /** A place that a value is bound to. */
  public record Place(byte[] row, byte[] family, byte[] qualifier, long timestamp) {}

  /** Tags under a table's keys. */
  public ValueTags(TableKeys keys) {
    keys.all()
        .forEach(
            key ->
                this.keys.put(
                    key.number(),
                    new SecretKeySpec(Derivation.of(key.secret(), USE), Derivation.MAC)));
    this.current = keys.current().number();
  }

  /**
   * What the clouds store of a value, with the tag of the key that is in use.
   *
   * @param shares without it
   */
  public StoredValue on(StoredValue shares, Place place, byte[] value) {
    return new StoredValue() {
      // Made by whoever is first of the three threads that send it; another makes the same.
      private volatile byte[] tag;

      @Override
      public byte[] on(Party cloud, long writeId) {
        byte[] cell = shares.on(cloud, writeId);
        byte[] made = tag;
        if (made == null) {
          made = tag(keys.get(current), place, writeId, value);
          tag = made;
        }
        ShareCell.setTag(cell, current, made);
        return cell;
      }
    };
  }

  /**
   * Whether the tag that a cell carries is that of a value.
   *
   * @param cell of a tagged column, in an array
   */
  public boolean hold(byte[] array, int at, int length, Place place, byte[] value) {
    SecretKeySpec key = keys.get(ShareCell.tagKey(array, at, length));
    return key != null
        && ShareCell.hasTag(
            array, at, length, tag(key, place, ShareCell.writeId(array, at), value));
  }

  /** Whether the key that a cell names is not among the table's, as it was read. */
  public boolean lackKeyOf(byte[] array, int at, int length) {
    return !keys.containsKey(ShareCell.tagKey(array, at, length));
  }

  private static byte[] tag(SecretKeySpec key, Place place, long writeId, byte[] value) {
    int lengths = 3 * Integer.BYTES + 2 * Long.BYTES;
    ByteBuffer message =
        ByteBuffer.allocate(
            lengths
                + place.row.length
                + place.family.length
                + place.qualifier.length
                + value.length);
    put(message, place.row);
    put(message, place.family);
    put(message, place.qualifier);
    message.putLong(place.timestamp).putLong(writeId).put(value);
    Mac mac = Derivation.mac(key);
    return Arrays.copyOf(mac.doFinal(message.array()), ShareCell.TAG_BYTES);
  }

  private static void put(ByteBuffer message, byte[] name) {
    message.putInt(name.length).put(name);
  }

  /** How many keys it has; nothing of them. */
  @Override
  public String toString() {
    return "tags under " + keys.size() + " keys";
  }
}
