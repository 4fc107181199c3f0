package io.dartagnan.client.keys;

import io.dartagnan.client.configuration.ClientKeys;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;

/**
 * The keys of one table, of which the newest is in use and the older ones still hold for what was
 * written under them.
 *
 * <p>They stand in the table's descriptor on all three clouds, encrypted under the clients' {@link
 * KeyFile}: {@code <id of the table's keys>:<number of the newest>:<id of the file's
 * key>:<Base64>}. Inside are for each key its number (1 byte), the time at which it was made (8)
 * and 32 random bytes. The key of number 0 is that of row keys, which is never rotated: a row has
 * one name. The id of the table's keys is random, stays when they are rotated or encrypted anew,
 * and is part of the schema's digest; it and the number are authenticated. No table's name is bound
 * to them, so that a copy that the clouds make of a table, with its values, has its keys too.
 */
public final class TableKeys {
  private static final int PARTS = 4;
  private static final int ID_BYTES = 8;
  private static final int MOST = 255;
  private static final int ENTRY_BYTES = 1 + Long.BYTES + KeyFile.KEY_BYTES;
  private static final int OF_ROW_KEYS = 0;

  /**
   * A key.
   *
   * @param number 1 to 255, as cells carry it, or 0
   * @param made when, in milliseconds since 1970
   */
  record Key(int number, long made, byte[] secret) {
    @Override
    public String toString() {
      return "key %d, made %s".formatted(number, Instant.ofEpochMilli(made));
    }
  }

  private final String id;
  private final Optional<Key> ofRowKeys;
  private final List<Key> keys;

  private TableKeys(String id, Optional<Key> ofRowKeys, List<Key> keys) {
    this.id = id;
    this.ofRowKeys = ofRowKeys;
    this.keys = List.copyOf(keys);
  }

  /** The first keys of a new table. */
  public static TableKeys create() {
    return new TableKeys(
        HexFormat.of().formatHex(KeyFile.drawn(ID_BYTES)),
        Optional.of(drawn(OF_ROW_KEYS)),
        List.of(drawn(1)));
  }

  private static Key drawn(int number) {
    return new Key(number, System.currentTimeMillis(), KeyFile.drawn(KeyFile.KEY_BYTES));
  }

  /**
   * The same with one more, which is in use from then on.
   *
   * @throws IllegalArgumentException if there are 255
   */
  public TableKeys rotate() {
    int number = current().number() + 1;
    if (number > MOST) {
      throw new IllegalArgumentException(
          "the table has had %d keys, as many as it can; copy its values into a new one"
              .formatted(MOST));
    }
    List<Key> more = new ArrayList<>(keys);
    more.add(drawn(number));
    return new TableKeys(id, ofRowKeys, more);
  }

  /** Whether another has these keys, the first of its own or all. */
  public boolean areWithin(TableKeys other) {
    if (!id.equals(other.id) || keys.size() > other.keys.size()) {
      return false;
    }
    List<Key> own = inOrder().toList();
    List<Key> others = other.inOrder().limit(own.size()).toList();
    for (int i = 0; i < own.size(); i++) {
      if (own.get(i).number() != others.get(i).number()
          || !Arrays.equals(own.get(i).secret(), others.get(i).secret())) {
        return false;
      }
    }
    return true;
  }

  private Stream<Key> inOrder() {
    return Stream.concat(ofRowKeys.stream(), keys.stream());
  }

  /** The key that is in use. */
  Key current() {
    return keys.get(keys.size() - 1);
  }

  /** All of them, the oldest first. */
  List<Key> all() {
    return keys;
  }

  /** The number of the key that is in use; one table's keys grow by rotation alone. */
  public int newest() {
    return current().number();
  }

  /** The numbers of all, the oldest first. */
  public List<Integer> numbers() {
    return keys.stream().map(Key::number).toList();
  }

  /**
   * A key for one use in sealing values, derived from one of these.
   *
   * @param number which
   * @param use names it
   * @return 32 bytes
   * @throws IllegalArgumentException if there is no such key
   */
  public byte[] deriveForSealing(int number, String use) {
    return keys.stream()
        .filter(key -> key.number() == number)
        .findFirst()
        .map(key -> Derivation.of(key.secret(), "seal " + use))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "key %d was asked for, there are %s".formatted(number, numbers())));
  }

  /**
   * A key for one use in encrypting row keys.
   *
   * @param use names it
   * @return 32 bytes
   * @throws IllegalArgumentException if the table has no key of row keys
   */
  public byte[] deriveForRowKeys(String use) {
    return ofRowKeys
        .map(key -> Derivation.of(key.secret(), "row key " + use))
        .orElseThrow(
            () -> new IllegalArgumentException("the table was made without a key of row keys"));
  }

  /** A line on each, the oldest first; nothing of the key itself. */
  public List<String> describe() {
    return keys.stream().map(Key::toString).toList();
  }

  /** Their form in a table's descriptor. */
  public String encrypt(KeyFile file) {
    List<Key> all = inOrder().toList();
    ByteBuffer plain = ByteBuffer.allocate(all.size() * ENTRY_BYTES);
    all.forEach(key -> plain.put((byte) key.number()).putLong(key.made()).put(key.secret()));
    String newest = String.valueOf(newest());
    byte[] encrypted = file.encrypt(plain.array(), context(id, newest));
    String text = Base64.getEncoder().withoutPadding().encodeToString(encrypted);
    return String.join(":", id, newest, file.id(), text);
  }

  /**
   * Reads that form.
   *
   * @param file the clients' key
   * @throws DoNotRetryIOException if it is not the key under which they were encrypted, or what
   *     stands in the descriptor was altered
   */
  public static TableKeys decrypt(String encrypted, KeyFile file, TableName table)
      throws IOException {
    String[] parts = parts(encrypted);
    if (!file.id().equals(parts[2])) {
      throw new DoNotRetryIOException(
          "the keys of table %s are encrypted under key %s, and %s has %s"
              .formatted(table, parts[2], ClientKeys.KEY_FILE, file));
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(parts[3]);
      byte[] plain = file.decrypt(bytes, context(parts[0], parts[1]));
      List<Key> all = keys(ByteBuffer.wrap(plain));
      return new TableKeys(
          parts[0],
          all.stream().filter(key -> key.number() == OF_ROW_KEYS).findFirst(),
          all.stream().filter(key -> key.number() != OF_ROW_KEYS).toList());
    } catch (GeneralSecurityException | IllegalArgumentException | BufferUnderflowException e) {
      throw new DoNotRetryIOException(
          "the keys of table %s cannot be decrypted: what stands in its descriptor was altered"
              .formatted(table),
          e);
    }
  }

  /** The name of the key under which such a text was encrypted; empty if it is none. */
  public static String keyOf(String encrypted) {
    return parts(encrypted)[2];
  }

  private static String[] parts(String encrypted) {
    return Arrays.copyOf((encrypted + ":::").split(":", -1), PARTS);
  }

  private static byte[] context(String id, String newest) {
    return "dartagnan keys 1 %s %s".formatted(id, newest).getBytes(StandardCharsets.UTF_8);
  }

  private static List<Key> keys(ByteBuffer plain) {
    List<Key> keys = new ArrayList<>();
    while (plain.hasRemaining() || keys.isEmpty()) {
      int number = Byte.toUnsignedInt(plain.get());
      long made = plain.getLong();
      byte[] secret = new byte[KeyFile.KEY_BYTES];
      plain.get(secret);
      keys.add(new Key(number, made, secret));
    }
    return keys;
  }

  /** How many they are; nothing of them. */
  @Override
  public String toString() {
    return keys.size() + " keys";
  }
}
