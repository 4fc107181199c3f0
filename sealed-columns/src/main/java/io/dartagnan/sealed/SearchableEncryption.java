package io.dartagnan.sealed;

import io.dartagnan.client.filter.WordComparator;
import io.dartagnan.mpc.SystemRandom;
import io.dartagnan.schema.SealedProtection;
import io.dartagnan.schema.Trapdoor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The searchable part of texts in {@code search} columns, under one key of a table: what {@link
 * Trapdoor} looks words up in, and the trapdoors. The key of a word is HMAC-SHA256 of family,
 * qualifier and word, so that a trapdoor is of one column. Thread-safe.
 */
final class SearchableEncryption {
  private static final String MAC = "HmacSHA256";

  private final int number;
  private final SecretKeySpec ofWords;

  /**
   * Encryption under a key of 32 bytes.
   *
   * @param number of the table's key
   * @param key gives one for each use
   */
  SearchableEncryption(int number, Function<String, byte[]> key) {
    this.number = number;
    this.ofWords = new SecretKeySpec(key.apply("search words"), MAC);
  }

  /**
   * Returns a fresh nonce, the number of tokens, and a token for each word of a text, with random
   * ones to make up the column's number.
   */
  byte[] tokens(SealedProtection column, byte[] family, byte[] qualifier, byte[] text) {
    SecureRandom random = SystemRandom.get();
    byte[] nonce = new byte[SealedProtection.BLOCK_BYTES];
    random.nextBytes(nonce);
    Set<String> words = WordComparator.wordsOf(text);
    int count = column.tokens(words.size());
    ByteBuffer tokens = ByteBuffer.allocate(nonce.length + Integer.BYTES + count * Long.BYTES);
    tokens.put(nonce).putInt(count);
    Mac mac = mac();
    LongStream.concat(
            words.stream()
                .map(word -> word.getBytes(StandardCharsets.UTF_8))
                .mapToLong(word -> trapdoor(mac, family, qualifier, word).token(nonce, 0)),
            LongStream.generate(random::nextLong))
        .limit(count)
        .boxed()
        .sorted(Long::compareUnsigned)
        .forEach(tokens::putLong);
    return tokens.array();
  }

  /** Returns the bytes of the trapdoor of a word. */
  byte[] trapdoor(byte[] family, byte[] qualifier, byte[] word) {
    return bytes(mac(), family, qualifier, word);
  }

  private Trapdoor trapdoor(Mac mac, byte[] family, byte[] qualifier, byte[] word) {
    return new Trapdoor(bytes(mac, family, qualifier, word));
  }

  private byte[] bytes(Mac mac, byte[] family, byte[] qualifier, byte[] word) {
    for (byte[] name : new byte[][] {family, qualifier}) {
      mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(name.length).array());
      mac.update(name);
    }
    return ByteBuffer.allocate(Trapdoor.BYTES).put((byte) number).put(mac.doFinal(word)).array();
  }

  private Mac mac() {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(ofWords);
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks " + MAC, e);
    }
  }

  /** Nothing of the key. */
  @Override
  public String toString() {
    return "searchable encryption under key " + number;
  }
}
