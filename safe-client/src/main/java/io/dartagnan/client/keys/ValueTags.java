package io.dartagnan.client.keys;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.StoredValue;
import io.dartagnan.write.DeleteTags;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tags that bind the values of one table to their places, and its deletes: nobody without the
 * table's keys can make one for another value, place or write, or for a delete that no client made.
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
  private static final String OF_VALUES = "tag";
  private static final String OF_DELETES = "delete tag";

  private final Map<Integer, Key> keys;
  private final Map<Integer, Key> keysOfDeletes;
  private final int current;

  /** A derived key. A copy of a computation costs half of what a new one does. */
  private static final class Key {
    private final SecretKeySpec secret;
    private final Mac begun;

    Key(byte[] secret) {
      this.secret = new SecretKeySpec(secret, Derivation.MAC);
      this.begun = Derivation.mac(this.secret);
    }

    byte[] codeOf(byte[] message) {
      Mac mac;
      try {
        mac = (Mac) begun.clone();
      } catch (CloneNotSupportedException e) {
        // As of a provider that keeps keys elsewhere.
        mac = Derivation.mac(secret);
      }
      return mac.doFinal(message);
    }
  }

  /** The tag of a value in one write. */
  private record OfWrite(long id, byte[] tag) {}

  /** Tags under a table's keys. */
  public ValueTags(TableKeys keys) {
    this.keys = derived(keys, OF_VALUES);
    this.keysOfDeletes = derived(keys, OF_DELETES);
    this.current = keys.newest();
  }

  private static Map<Integer, Key> derived(TableKeys keys, String use) {
    return keys.all().stream()
        .collect(
            Collectors.toMap(
                TableKeys.Key::number, key -> new Key(Derivation.of(key.secret(), use))));
  }

  /**
   * The tag of a delete, for the place of its marker's value: the number of the key (1 byte), and
   * 16 bytes as those of a value, which is the marker's type, of write 0.
   *
   * @param place the marker's, with an empty qualifier if it is of a whole family
   * @param type HBase's code of the marker's type
   */
  public byte[] ofDelete(Place place, byte type) {
    return ofDelete(current, place, type);
  }

  private byte[] ofDelete(int number, Place place, byte type) {
    byte[] tag = new byte[DeleteTags.TAG_BYTES];
    ShareCell.setTag(tag, number, tag(keysOfDeletes.get(number), place, 0, new byte[] {type}));
    return tag;
  }

  /** Whether a tag is that of a delete. */
  public boolean holdDelete(byte[] tag, Place place, byte type) {
    return tag.length == DeleteTags.TAG_BYTES
        && !lackKeyOf(tag, 0, tag.length)
        && MessageDigest.isEqual(tag, ofDelete(ShareCell.tagKey(tag, 0, tag.length), place, type));
  }

  /**
   * What the clouds store of a value, with the tag of the key that is in use.
   *
   * @param shares without it
   */
  public StoredValue on(StoredValue shares, Place place, byte[] value) {
    return new StoredValue() {
      // Made by whoever is first of the three threads that send it; another makes the same.
      private volatile OfWrite made;

      @Override
      public byte[] on(Party cloud, long writeId) {
        byte[] cell = shares.on(cloud, writeId);
        OfWrite own = made;
        if (own == null || own.id != writeId) {
          own = new OfWrite(writeId, tag(keys.get(current), place, writeId, value));
          made = own;
        }
        ShareCell.setTag(cell, current, own.tag);
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
    Key key = keys.get(ShareCell.tagKey(array, at, length));
    return key != null
        && ShareCell.hasTag(
            array, at, length, tag(key, place, ShareCell.writeId(array, at), value));
  }

  /** Whether the key that a cell names is not among the table's, as it was read. */
  public boolean lackKeyOf(byte[] array, int at, int length) {
    return !keys.containsKey(ShareCell.tagKey(array, at, length));
  }

  private static byte[] tag(Key key, Place place, long writeId, byte[] value) {
    ByteBuffer message = place.encode(Long.BYTES + value.length).putLong(writeId).put(value);
    return Arrays.copyOf(key.codeOf(message.array()), ShareCell.TAG_BYTES);
  }

  /** How many keys it has; nothing of them. */
  @Override
  public String toString() {
    return "tags under " + keys.size() + " keys";
  }
}
