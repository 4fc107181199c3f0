package io.dartagnan.client.keys;

import io.dartagnan.schema.SealedProtection;
import io.dartagnan.schema.SealedProtection.Encryption;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;

/**
 * The encryption of the values in one table's sealed columns, and of its row keys. Implementations
 * are thread-safe, and are found as {@link Provider services}: an application that seals nothing
 * needs none.
 */
public interface Sealer {

  /**
   * Seals a value under the key that is in use.
   *
   * @param place of the version that is written
   * @throws IllegalArgumentException if the value is not of the column's type
   */
  byte[] seal(SealedProtection column, Place place, byte[] value);

  /**
   * Opens what was sealed.
   *
   * @param place of the version that was read
   * @return empty if nobody sealed it for this place under this table's keys
   */
  Optional<byte[]> open(SealedProtection column, Place place, byte[] sealed);

  /**
   * The bytes with which an operand's sealed forms begin in a column whose values clouds compare;
   * in a {@code search} column the trapdoors of a word.
   *
   * @param operand what values are compared with; it need not be of the column's type
   * @return those under each key, {@link SealedProtection#markBytes} each
   */
  List<byte[]> marks(SealedProtection column, byte[] family, byte[] qualifier, byte[] operand);

  /**
   * Encrypts a row key, to the same bytes each time.
   *
   * @param scheme {@code ope} keeps the order of row keys, and what begins with another still does
   */
  byte[] sealRowKey(Encryption scheme, byte[] row);

  /**
   * Decrypts a row key.
   *
   * @return empty if nobody encrypted one to that under this table's keys
   */
  Optional<byte[]> openRowKey(Encryption scheme, byte[] stored);

  /** A maker of sealers, of which one is on the class path. */
  @FunctionalInterface
  interface Provider {

    /** The sealer of a table's keys. */
    Sealer of(TableKeys keys);

    /**
     * The one on the class path.
     *
     * @throws DoNotRetryIOException if there is none, saying what to add for this table
     */
    static Provider find(TableName table) throws DoNotRetryIOException {
      return ServiceLoader.load(Provider.class, Sealer.class.getClassLoader())
          .findFirst()
          .orElseThrow(
              () ->
                  new DoNotRetryIOException(
                      "table %s has columns or row keys that its clients encrypt, and this one has nothing to do so; add io.dartagnan:sealed-columns to its class path"
                          .formatted(table)));
    }
  }
}
