package io.dartagnan.sealed;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
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
    try {
      Cipher states = cipher(ofStates);
      Cipher numbers = cipher(ofNumbers);
      byte[] state = first(family, qualifier);
      ByteBuffer encrypted = ByteBuffer.allocate(EXPANSION * plain.length);
      for (byte next : plain) {
        ByteBuffer ofBits = ByteBuffer.wrap(numbers.doFinal(beforeEachBit(state, next)));
        for (int bit = 0; bit < Byte.SIZE; bit++) {
          long number = Long.remainderUnsigned(ofBits.getLong(bit * BLOCK), NUMBERS);
          encrypted.putShort((short) (number + (next >>> Byte.SIZE - 1 - bit & 1)));
        }
        state[BLOCK - 1] ^= next;
        state = states.doFinal(state);
      }
      return encrypted.array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks " + CIPHER, e);
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

  private byte[] first(byte[] family, byte[] qualifier) throws GeneralSecurityException {
    Mac mac = Mac.getInstance(MAC);
    mac.init(ofColumns);
    mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(family.length).array());
    mac.update(family);
    return Arrays.copyOf(mac.doFinal(qualifier), BLOCK);
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
