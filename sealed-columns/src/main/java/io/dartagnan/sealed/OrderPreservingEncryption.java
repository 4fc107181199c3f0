package io.dartagnan.sealed;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Order-preserving encryption by Chenette, Lewi, Weis and Wu ("Practical Order-Revealing Encryption
 * with Limited Leakage", FSE 2016), of byte strings of one length in one column: bytewise
 * comparison orders ciphertexts as it orders plaintexts.
 *
 * <p>For each bit there is a digit of two bytes: a pseudorandom number below 2^16 - 1, of the bits
 * before it, plus the bit. So no digit carries into the one before, and bytes order as digits do.
 * Two ciphertexts show which of the plaintexts is the greater and the first bit in which they
 * differ; one shows a bit of its plaintext if a digit is 0 or 2^16 - 1, as happens once in a
 * thousand values of 64 bits, and then of all that begin alike. Who knows the plaintext of one
 * ciphertext, such as of an operand, knows more of the others.
 *
 * <p>The pseudorandom function is a cascade: a secret state for each byte is made of the one before
 * and the byte before by AES under one key, the eight numbers of a byte of its state and of the
 * bits before in it by AES under another; the first state is HMAC-SHA256 of the column.
 * Thread-safe.
 */
final class OrderPreservingEncryption {
  /** Bytes of ciphertext for a byte of plaintext. */
  static final int EXPANSION = Byte.SIZE * Short.BYTES;

  private static final String CIPHER = "AES/ECB/NoPadding";
  private static final String MAC = "HmacSHA256";
  private static final int BLOCK = 16;
  private static final int NUMBERS = 0xffff;

  private final SecretKeySpec ofColumns;
  private final SecretKeySpec ofStates;
  private final SecretKeySpec ofNumbers;

  /**
   * Encryption under keys of 32 bytes.
   *
   * @param key gives one for each use
   */
  OrderPreservingEncryption(Function<String, byte[]> key) {
    this.ofColumns = new SecretKeySpec(key.apply("ope columns"), MAC);
    this.ofStates = new SecretKeySpec(key.apply("ope states"), "AES");
    this.ofNumbers = new SecretKeySpec(key.apply("ope numbers"), "AES");
  }

  /** The ciphertext, {@value #EXPANSION} times as long. */
  byte[] encrypt(byte[] family, byte[] qualifier, byte[] plain) {
    return in(family, qualifier).encrypt(plain);
  }

  /** Encryption in one column. */
  OfColumn in(byte[] family, byte[] qualifier) {
    return new OfColumn(first(family, qualifier));
  }

  /**
   * Encryption in one column, for many plaintexts of which neighbours begin alike: what was done
   * last is kept, and the next begins where it differs. Thread-safe.
   */
  final class OfColumn {
    private volatile Done last;

    /** A plaintext, its ciphertext, and the state before each byte and behind the last. */
    private record Done(byte[] plain, byte[] encrypted, byte[][] states) {

      /** One of which nothing is done, but for what it has in common with another. */
      static Done begun(Done before, int common, int bytes) {
        return new Done(
            Arrays.copyOf(Arrays.copyOf(before.plain, common), bytes),
            Arrays.copyOf(Arrays.copyOf(before.encrypted, EXPANSION * common), EXPANSION * bytes),
            Arrays.copyOf(before.states, bytes + 1));
      }

      @Override
      public String toString() {
        return plain.length + " bytes";
      }
    }

    private OfColumn(byte[] first) {
      this.last = new Done(new byte[0], new byte[0], new byte[][] {first});
    }

    /** The ciphertext, {@value #EXPANSION} times as long. */
    byte[] encrypt(byte[] plain) {
      Done before = last;
      int common = common(before.plain, plain);
      if (common == plain.length) {
        return Arrays.copyOf(before.encrypted, EXPANSION * common);
      }
      Done done = Done.begun(before, common, plain.length);
      System.arraycopy(plain, 0, done.plain, 0, plain.length);
      try {
        Cipher states = cipher(ofStates);
        Cipher numbers = cipher(ofNumbers);
        ByteBuffer encrypted = ByteBuffer.wrap(done.encrypted).position(EXPANSION * common);
        for (int at = common; at < plain.length; at++) {
          byte[] state = done.states[at];
          ByteBuffer ofBits = ByteBuffer.wrap(numbers.doFinal(beforeEachBit(state, plain[at])));
          for (int bit = 0; bit < Byte.SIZE; bit++) {
            long number = Long.remainderUnsigned(ofBits.getLong(bit * BLOCK), NUMBERS);
            encrypted.putShort((short) (number + (plain[at] >>> Byte.SIZE - 1 - bit & 1)));
          }
          done.states[at + 1] = behind(state, plain[at], states);
        }
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("this JDK lacks " + CIPHER, e);
      }
      last = done;
      return done.encrypted.clone();
    }

    /**
     * The plaintext of a ciphertext: of each digit the bit by which it exceeds its number.
     *
     * @return empty if nothing was encrypted to it under these keys for the column
     */
    Optional<byte[]> decrypt(byte[] encrypted) {
      if (encrypted.length % EXPANSION != 0) {
        return Optional.empty();
      }
      int length = encrypted.length / EXPANSION;
      Done before = last;
      int common = common(before.encrypted, encrypted) / EXPANSION;
      if (common == length) {
        return Optional.of(Arrays.copyOf(before.plain, length));
      }
      Done done = Done.begun(before, common, length);
      System.arraycopy(encrypted, 0, done.encrypted, 0, encrypted.length);
      try {
        Cipher states = cipher(ofStates);
        Cipher numbers = cipher(ofNumbers);
        ByteBuffer digits = ByteBuffer.wrap(encrypted).position(EXPANSION * common);
        for (int at = common; at < length; at++) {
          byte[] state = done.states[at];
          int next = 0;
          for (int bit = 0; bit < Byte.SIZE; bit++) {
            byte[] block = state.clone();
            block[BLOCK - 2] ^= (byte) bit;
            block[BLOCK - 1] ^= (byte) next;
            long number =
                Long.remainderUnsigned(ByteBuffer.wrap(numbers.doFinal(block)).getLong(), NUMBERS);
            long value = Short.toUnsignedLong(digits.getShort()) - number;
            if (value != 0 && value != 1) {
              return Optional.empty();
            }
            next = next << 1 | (int) value;
          }
          done.plain[at] = (byte) next;
          done.states[at + 1] = behind(state, done.plain[at], states);
        }
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("this JDK lacks " + CIPHER, e);
      }
      last = done;
      return Optional.of(done.plain.clone());
    }

    private static int common(byte[] one, byte[] other) {
      int differs = Arrays.mismatch(one, other);
      return differs < 0 ? one.length : differs;
    }

    /** The state behind a byte. */
    private static byte[] behind(byte[] state, byte next, Cipher states)
        throws GeneralSecurityException {
      byte[] block = state.clone();
      block[BLOCK - 1] ^= next;
      return states.doFinal(block);
    }
  }

  /** A block for each bit of a byte: the state, with how many bits are before it and which. */
  private static byte[] beforeEachBit(byte[] state, byte next) {
    byte[] blocks = new byte[Byte.SIZE * BLOCK];
    for (int bit = 0; bit < Byte.SIZE; bit++) {
      int end = (bit + 1) * BLOCK;
      System.arraycopy(state, 0, blocks, bit * BLOCK, BLOCK);
      blocks[end - 2] ^= (byte) bit;
      blocks[end - 1] ^= (byte) (Byte.toUnsignedInt(next) >>> Byte.SIZE - bit);
    }
    return blocks;
  }

  private byte[] first(byte[] family, byte[] qualifier) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(ofColumns);
      mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(family.length).array());
      mac.update(family);
      return Arrays.copyOf(mac.doFinal(qualifier), BLOCK);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks " + MAC, e);
    }
  }

  private static Cipher cipher(SecretKeySpec key) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(Cipher.ENCRYPT_MODE, key);
    return cipher;
  }

  /** Nothing of the keys. */
  @Override
  public String toString() {
    return "order-preserving encryption";
  }
}
