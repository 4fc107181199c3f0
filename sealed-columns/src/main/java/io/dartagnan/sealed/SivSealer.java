package io.dartagnan.sealed;

import io.dartagnan.client.keys.Place;
import io.dartagnan.client.keys.Sealer;
import io.dartagnan.client.keys.TableKeys;
import io.dartagnan.mpc.SystemRandom;
import io.dartagnan.schema.SealedProtection;
import io.dartagnan.schema.SealedProtection.Encryption;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hbase.thirdparty.com.google.common.base.Suppliers;
import org.cryptomator.siv.SivMode;
import org.cryptomator.siv.UnauthenticCiphertextException;

/**
 * Sealing by AES-SIV (RFC 5297), with keys of 2 x 256 bits.
 *
 * <ul>
 *   <li>{@code std}: the associated data are place and a random nonce, so that nothing is sealed
 *       alike twice.
 *   <li>{@code ope}: they are the place and what orders the values, which comes before, by {@link
 *       OrderPreservingEncryption}; reads decrypt nothing else, as those of SafeNoSQL's pairs of
 *       columns (Macedo et al., 2017) do.
 *   <li>{@code search}: likewise, with the tokens of its words, by {@link SearchableEncryption}.
 *   <li>{@code det}: they are family and qualifier, so that equal values of one column are sealed
 *       alike. A code binds what is sealed to its place: the first 16 bytes of HMAC-SHA256 over the
 *       place and the synthetic initialisation vector, which stands for the value.
 * </ul>
 *
 * <p>Row keys are sealed as {@code det} values are, without a code, or are what orders an {@code
 * ope} value, alone.
 *
 * <p>Each use has a key of its own, derived (HKDF) from each of the table's, which stands for the
 * table. All columns share them: their names are in the associated data, and no key is derived for
 * each of very many columns. Thread-safe.
 */
public final class SivSealer implements Sealer {
  private static final String MAC = "HmacSHA256";
  private static final int BLOCK = SealedProtection.BLOCK_BYTES;
  private static final byte[] NO_NAME = {};

  private final SivMode siv = new SivMode();
  private final Map<Integer, Keys> keys = new TreeMap<>();
  private final int current;
  private final Supplier<SivKeys> ofRowKeys;
  private final Supplier<OrderPreservingEncryption.OfColumn> orderOfRowKeys;

  /** The service. */
  public static final class Provider implements Sealer.Provider {

    /** For the loader of services. */
    public Provider() {}

    @Override
    public Sealer of(TableKeys keys) {
      return new SivSealer(keys);
    }
  }

  /** The keys of AES-SIV for one scheme. */
  private record SivKeys(byte[] counter, byte[] mac) {
    static SivKeys of(Function<String, byte[]> keys, String scheme) {
      return new SivKeys(keys.apply(scheme + " counter"), keys.apply(scheme + " mac"));
    }

    @Override
    public String toString() {
      return "keys";
    }
  }

  /** What is derived of one key of the table. */
  private record Keys(
      SivKeys std,
      SivKeys det,
      SecretKeySpec code,
      SivKeys ope,
      OrderPreservingEncryption order,
      SivKeys search,
      SearchableEncryption words) {
    static Keys of(int number, Function<String, byte[]> keys) {
      return new Keys(
          SivKeys.of(keys, "std"),
          SivKeys.of(keys, "det"),
          new SecretKeySpec(keys.apply("det code"), MAC),
          SivKeys.of(keys, "ope"),
          new OrderPreservingEncryption(keys),
          SivKeys.of(keys, "search"),
          new SearchableEncryption(number, keys));
    }
  }

  /** Seals under the newest of a table's keys, and opens under each of them. */
  SivSealer(TableKeys keys) {
    keys.numbers()
        .forEach(
            number ->
                this.keys.put(number, Keys.of(number, use -> keys.deriveForSealing(number, use))));
    this.current = keys.newest();
    this.ofRowKeys = Suppliers.memoize(() -> SivKeys.of(keys::deriveForRowKeys, "det"));
    this.orderOfRowKeys =
        Suppliers.memoize(
            () -> new OrderPreservingEncryption(keys::deriveForRowKeys).in(NO_NAME, NO_NAME));
  }

  @Override
  public byte[] seal(SealedProtection column, Place place, byte[] value) {
    byte[] padded = column.pad(value);
    Keys own = keys.get(current);
    byte[] family = place.family();
    byte[] qualifier = place.qualifier();
    return switch (column.encryption()) {
      case STD -> {
        byte[] nonce = new byte[BLOCK];
        SystemRandom.get().nextBytes(nonce);
        yield encryptBehind(nonce, own.std, place, padded);
      }
      case DET -> {
        byte[] encrypted = encrypt(own.det, padded, family, qualifier);
        yield sealed(encrypted, code(own.code, place, encrypted, 0));
      }
      case OPE ->
          encryptBehind(own.order.encrypt(family, qualifier, padded), own.ope, place, padded);
      case SEARCH ->
          encryptBehind(
              own.words.tokens(column, family, qualifier, value), own.search, place, padded);
    };
  }

  /** Encrypts with what is before it. */
  private byte[] encryptBehind(byte[] before, SivKeys own, Place place, byte[] padded) {
    return sealed(before, encrypt(own, padded, place.encode(0).array(), before));
  }

  private byte[] sealed(byte[] first, byte[] second) {
    return ByteBuffer.allocate(1 + first.length + second.length)
        .put((byte) current)
        .put(first)
        .put(second)
        .array();
  }

  @Override
  public Optional<byte[]> open(SealedProtection column, Place place, byte[] sealed) {
    if (!column.isOfLength(sealed.length) || !keys.containsKey(SealedProtection.keyOf(sealed))) {
      return Optional.empty();
    }
    int at = column.vectorAt(sealed, 0, sealed.length);
    if (at < 0) {
      return Optional.empty();
    }
    Keys own = keys.get(SealedProtection.keyOf(sealed));
    try {
      return Optional.of(
          column.unpad(
              switch (column.encryption()) {
                case STD -> decryptBehind(at, own.std, place, sealed);
                case DET -> decryptBeforeCode(own, place, sealed);
                case OPE -> decryptBehind(at, own.ope, place, sealed);
                case SEARCH -> decryptBehind(at, own.search, place, sealed);
              }));
    } catch (UnauthenticCiphertextException
        | IllegalBlockSizeException
        | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Decrypts what lies from a byte on, with what is before it, but for the number of the key. */
  private byte[] decryptBehind(int at, SivKeys own, Place place, byte[] sealed)
      throws UnauthenticCiphertextException, IllegalBlockSizeException {
    byte[] encrypted = Arrays.copyOfRange(sealed, at, sealed.length);
    byte[] before = Arrays.copyOfRange(sealed, 1, at);
    return decrypt(own, encrypted, place.encode(0).array(), before);
  }

  private byte[] decryptBeforeCode(Keys own, Place place, byte[] sealed)
      throws UnauthenticCiphertextException, IllegalBlockSizeException {
    int end = sealed.length - BLOCK;
    byte[] code = Arrays.copyOfRange(sealed, end, sealed.length);
    if (!MessageDigest.isEqual(code, code(own.code, place, sealed, 1))) {
      throw new UnauthenticCiphertextException("it was sealed for another place");
    }
    byte[] encrypted = Arrays.copyOfRange(sealed, 1, end);
    return decrypt(own.det, encrypted, place.family(), place.qualifier());
  }

  @Override
  public List<byte[]> marks(
      SealedProtection column, byte[] family, byte[] qualifier, byte[] operand) {
    List<byte[]> marks = new ArrayList<>();
    keys.forEach(
        (number, own) ->
            marks.add(
                switch (column.encryption()) {
                  case SEARCH -> own.words.trapdoor(family, qualifier, operand);
                  case OPE ->
                      mark(
                          column,
                          number,
                          own.order.encrypt(family, qualifier, column.padOperand(operand)));
                  default ->
                      mark(
                          column,
                          number,
                          encrypt(own.det, column.padOperand(operand), family, qualifier));
                }));
    return marks;
  }

  private static byte[] mark(SealedProtection column, int number, byte[] compared) {
    byte[] mark = Arrays.copyOf(new byte[] {(byte) number}, column.markBytes());
    System.arraycopy(compared, 0, mark, 1, mark.length - 1);
    return mark;
  }

  @Override
  public byte[] sealRowKey(Encryption scheme, byte[] row) {
    return scheme == Encryption.OPE
        ? orderOfRowKeys.get().encrypt(row)
        : encrypt(ofRowKeys.get(), row);
  }

  @Override
  public Optional<byte[]> openRowKey(Encryption scheme, byte[] stored) {
    try {
      return scheme == Encryption.OPE
          ? orderOfRowKeys.get().decrypt(stored)
          : Optional.of(decrypt(ofRowKeys.get(), stored));
    } catch (UnauthenticCiphertextException | IllegalBlockSizeException e) {
      return Optional.empty();
    }
  }

  private byte[] encrypt(SivKeys of, byte[] padded, byte[]... associated) {
    return siv.encrypt(of.counter, of.mac, padded, associated);
  }

  private byte[] decrypt(SivKeys of, byte[] encrypted, byte[]... associated)
      throws UnauthenticCiphertextException, IllegalBlockSizeException {
    return siv.decrypt(of.counter, of.mac, encrypted, associated);
  }

  /** The code of a place and a synthetic initialisation vector, which lies in an array. */
  private static byte[] code(SecretKeySpec key, Place place, byte[] array, int at) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(key);
      return Arrays.copyOf(mac.doFinal(place.encode(BLOCK).put(array, at, BLOCK).array()), BLOCK);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks " + MAC, e);
    }
  }

  /** How many keys it has; nothing of them. */
  @Override
  public String toString() {
    return "sealing under %d keys".formatted(keys.size());
  }
}
