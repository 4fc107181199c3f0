package io.dartagnan.sealed;

import static java.math.BigInteger.ONE;

import io.dartagnan.sealed.Hypergeometric.Coins;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Order-preserving encryption by Boldyreva, Chenette, Lee and O'Neill ("Order-Preserving Symmetric
 * Encryption", EUROCRYPT 2009), of unsigned numbers. SafeNoSQL's figures were measured with it, so
 * its costs are compared with those of {@link OrderPreservingEncryption}; no column is sealed by
 * it.
 *
 * <p>A ciphertext shows about the more significant half of the bits of its plaintext, and two
 * ciphertexts about as much of the distance between theirs, even to who knows no plaintext
 * (Boldyreva, Chenette and O'Neill, "Order-Preserving Encryption Revisited", CRYPTO 2011).
 *
 * <p>A key chooses one of all functions that keep the order, each as likely as any other. Such a
 * function is evaluated from the whole range of ciphertexts down: how many of the plaintexts have
 * theirs in the lower half of a range is {@link Hypergeometric}; the half with the plaintext that
 * is encrypted is divided again, until no other is left in it, and the ciphertext is uniform in
 * what remains. The coins of a range are the paper's: AES in counter mode under a key that is a
 * pseudorandom function, HMAC-SHA256, of the range. Signed numbers are encrypted by adding half of
 * what there are.
 *
 * <p>Whatever the coins say, the order is kept: rounding cannot break it. Thread-safe.
 */
final class BoldyrevaEncryption {
  private static final String MAC = "HmacSHA256";
  private static final String CIPHER = "AES/CTR/NoPadding";
  private static final int BLOCK = 16;

  private final SecretKeySpec key;
  private final int plainBits;
  private final int encryptedBits;

  /**
   * Encryption under a key of 32 bytes.
   *
   * @param plainBits the bits of a plaintext
   * @param expansionBits how many more a ciphertext has
   */
  BoldyrevaEncryption(byte[] key, int plainBits, int expansionBits) {
    if (plainBits < 1 || expansionBits < 1) {
      throw new IllegalArgumentException(
          "plaintexts of %d bits and ciphertexts of %d more: let both be at least 1"
              .formatted(plainBits, expansionBits));
    }
    this.key = new SecretKeySpec(key, MAC);
    this.plainBits = plainBits;
    this.encryptedBits = plainBits + expansionBits;
  }

  /** Returns the ciphertext of a number below 2^{@code plainBits}. */
  BigInteger encrypt(BigInteger plain) {
    check(plain, plainBits, "a plaintext");
    Tape tape = new Tape();
    Range range = all();
    while (range.isDivided()) {
      BigInteger below = range.plaintextsBelow(tape);
      range = range.half(plain.compareTo(range.first.add(below)) >= 0, below);
    }
    return range.ciphertext(tape);
  }

  /**
   * Returns the plaintext of a ciphertext.
   *
   * @throws IllegalArgumentException if it is none under this key
   */
  BigInteger decrypt(BigInteger encrypted) {
    check(encrypted, encryptedBits, "a ciphertext");
    Tape tape = new Tape();
    Range range = all();
    while (range.isDivided()) {
      range = range.half(encrypted.testBit(range.bits - 1), range.plaintextsBelow(tape));
    }
    if (range.plaintexts.signum() == 0 || !range.ciphertext(tape).equals(encrypted)) {
      throw new IllegalArgumentException(
          "no plaintext has this ciphertext under this key: decrypt what was encrypted under it");
    }
    return range.first;
  }

  private static void check(BigInteger number, int bits, String what) {
    if (number.signum() < 0 || number.bitLength() > bits) {
      throw new IllegalArgumentException(
          "%s that is not from 0 to 2^%d - 1: give one that is".formatted(what, bits));
    }
  }

  private Range all() {
    return new Range(ONE, encryptedBits, BigInteger.ZERO, ONE.shiftLeft(plainBits));
  }

  /**
   * The ciphertexts that begin alike.
   *
   * @param number 1, and the bits with which they begin
   * @param bits of each that are behind
   * @param first of the plaintexts to which they belong
   * @param plaintexts how many these are
   */
  private record Range(BigInteger number, int bits, BigInteger first, BigInteger plaintexts) {
    boolean isDivided() {
      return plaintexts.compareTo(ONE) > 0;
    }

    /** Returns how many of the plaintexts belong to the lower half. */
    BigInteger plaintextsBelow(Tape tape) {
      return Hypergeometric.sample(
          ONE.shiftLeft(bits), plaintexts, ONE.shiftLeft(bits - 1), tape.coins(this));
    }

    Range half(boolean upper, BigInteger below) {
      BigInteger twice = number.shiftLeft(1);
      return upper
          ? new Range(twice.setBit(0), bits - 1, first.add(below), plaintexts.subtract(below))
          : new Range(twice, bits - 1, first, below);
    }

    /** Returns that of the only plaintext. */
    BigInteger ciphertext(Tape tape) {
      BigInteger begin = number.clearBit(number.bitLength() - 1).shiftLeft(bits);
      return begin.add(tape.coins(this).next(bits));
    }

    /** Nothing of the plaintexts. */
    @Override
    public String toString() {
      return "%d bits".formatted(bits);
    }
  }

  /** The coins of ranges, for one thread: TapeGen of the paper. */
  private final class Tape {
    private final Mac mac;
    private final Cipher cipher;

    Tape() {
      try {
        mac = Mac.getInstance(MAC);
        mac.init(key);
        cipher = Cipher.getInstance(CIPHER);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("this JDK lacks %s or %s".formatted(MAC, CIPHER), e);
      }
    }

    /** Returns those of a range, good until those of the next are asked for. */
    Coins coins(Range range) {
      mac.update(
          ByteBuffer.allocate(2 * Integer.BYTES).putInt(plainBits).putInt(encryptedBits).array());
      byte[] ofRange = mac.doFinal(range.number.toByteArray());
      try {
        cipher.init(
            Cipher.ENCRYPT_MODE,
            new SecretKeySpec(ofRange, "AES"),
            new IvParameterSpec(new byte[BLOCK]));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("this JDK lacks %s of 256 bits".formatted(CIPHER), e);
      }
      return bits -> {
        if (bits == 0) {
          return BigInteger.ZERO;
        }
        int bytes = (bits + Byte.SIZE - 1) / Byte.SIZE;
        return new BigInteger(1, cipher.update(new byte[bytes]))
            .shiftRight(bytes * Byte.SIZE - bits);
      };
    }
  }

  /** Nothing of the key. */
  @Override
  public String toString() {
    return "order-preserving encryption by Boldyreva, Chenette, Lee and O'Neill";
  }
}
