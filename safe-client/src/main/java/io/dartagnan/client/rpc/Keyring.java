package io.dartagnan.client.rpc;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.client.keys.Place;
import io.dartagnan.client.keys.Sealer;
import io.dartagnan.client.keys.TableKeys;
import io.dartagnan.client.keys.ValueTags;
import io.dartagnan.schema.SealedProtection;
import io.dartagnan.schema.SealedProtection.Encryption;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * The keys of a table as one client knows them, for tags and sealed values. Tables get further keys
 * while clients go on, or are made anew with others: what is written is sealed under those that
 * stood in the schema that its write names, and what is read is opened under the latest. Nothing is
 * read of the key file, or of the clouds, before it is needed. Thread-safe.
 */
final class Keyring {
  private static final long RENEWED_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final TableSchema schema;
  private final Optional<KeyFile> file;
  private final IOSupplier<TableSchema> renewed;

  /** By number, renewals that were to bring a key of it and did not; guarded by this. */
  private final Map<Integer, InVain> inVain = new HashMap<>();

  private volatile Keys ofSchema;
  private volatile Keys latest;

  /**
   * A renewal that did not bring what it was to.
   *
   * @param at when, in {@code nanoTime}
   * @param failure null if it found no other keys
   */
  private record InVain(long at, IOException failure) {
    Keys orThrow(Keys known) throws IOException {
      if (failure != null) {
        throw failure;
      }
      return known;
    }
  }

  /** Keys of one time, and what is made of them. */
  private static final class Keys {
    private final TableSchema from;
    private final TableKeys keys;
    private final ValueTags tags;
    private volatile Sealer sealer;

    Keys(TableSchema from, TableKeys keys) {
      this.from = from;
      this.keys = keys;
      this.tags = new ValueTags(keys);
    }

    Sealer sealer() throws IOException {
      if (sealer == null) {
        sealer = Sealer.Provider.find(from.table()).of(keys);
      }
      return sealer;
    }

    /** Whether there are keys among them that others do not have. */
    boolean areBeyond(Keys others) {
      return !keys.areWithin(others.keys);
    }
  }

  /**
   * Nothing is read yet.
   *
   * @param file the clients' key, where this one has it
   * @param renewed returns the schema that the table has now
   */
  Keyring(TableSchema schema, Optional<KeyFile> file, IOSupplier<TableSchema> renewed) {
    this.schema = schema;
    this.file = file;
    this.renewed = renewed;
  }

  /** The tags. */
  ValueTags tags() throws IOException {
    return latest().tags;
  }

  /** The tags under the keys that the table has now. */
  ValueTags renewedTags() throws IOException {
    return renew().tags;
  }

  /** Seals a value under the newest of the schema's keys. */
  byte[] seal(SealedProtection column, Place place, byte[] value) throws IOException {
    return ofSchema().sealer().seal(column, place, value);
  }

  /** Encrypts a row key under the schema's key. */
  byte[] sealRowKey(Encryption scheme, byte[] row) throws IOException {
    return ofSchema().sealer().sealRowKey(scheme, row);
  }

  /** Decrypts a row key; empty if it is none under the schema's key. */
  Optional<byte[]> openRowKey(Encryption scheme, byte[] stored) throws IOException {
    return ofSchema().sealer().openRowKey(scheme, stored);
  }

  /** The id of the latest keys that are known; empty if the table has none. */
  Optional<String> id() {
    Keys known = latest;
    return (known == null ? schema : known.from).keys().map(TableSchema::idOfKeys);
  }

  /** Seals a value under the newest key that is known. */
  byte[] sealUnderLatest(SealedProtection column, Place place, byte[] value) throws IOException {
    return latest().sealer().seal(column, place, value);
  }

  /**
   * Opens what the clouds store; where the keys that are known do not do, under those that the
   * table has now. Of a number that was asked for in vain it is not asked again for a while: one
   * cloud may show any.
   */
  Optional<byte[]> open(SealedProtection column, Place place, byte[] stored) throws IOException {
    if (!column.isOfLength(stored.length) || SealedProtection.keyOf(stored) == 0) {
      return Optional.empty();
    }
    Keys known = latest();
    Optional<byte[]> value = known.sealer().open(column, place, stored);
    if (value.isPresent()) {
      return value;
    }
    Keys now = renewedFor(SealedProtection.keyOf(stored), known);
    return now == known ? value : now.sealer().open(column, place, stored);
  }

  /** Asks for other keys than those that a cloud refused, unless another thread has done so. */
  private synchronized void renewBeyond(String outdated) throws IOException {
    if (latest().from.keysOfSealed().orElse("").equals(outdated)) {
      renew();
    }
  }

  /** Other keys than those that did not do; these again if there are none. */
  private synchronized Keys renewedFor(int number, Keys tried) throws IOException {
    if (latest() != tried) {
      // Another thread has asked meanwhile.
      return latest();
    }
    InVain last = inVain.get(number);
    if (last != null && System.nanoTime() - last.at < RENEWED_AGAIN_NANOS) {
      return last.orThrow(tried);
    }
    inVain.remove(number);
    try {
      Keys now = renew();
      if (now == tried) {
        inVain.put(number, new InVain(System.nanoTime(), null));
      }
      return now;
    } catch (IOException e) {
      inVain.put(number, new InVain(System.nanoTime(), e));
      throw e;
    }
  }

  /** A sealed column whose values are compared under the latest keys. */
  SealedProtection compared(SealedProtection column, byte[] family, byte[] qualifier) {
    return column.comparedBy(
        new SealedProtection.KnownKeys() {
          @Override
          public int count() {
            Keys known = latest;
            return known == null ? schema.numberOfKeys() : known.from.numberOfKeys();
          }

          @Override
          public SealedProtection.Marks marks() {
            try {
              Keys known = latest();
              Sealer sealer = known.sealer();
              return new SealedProtection.Marks(
                  // None of a table that was declared otherwise since, which refuses the query.
                  known.from.keysOfSealed().orElse(""),
                  operand -> sealer.marks(column, family, qualifier, operand));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }

          @Override
          public void renew(String outdated) throws IOException {
            renewBeyond(outdated);
          }
        });
  }

  private Keys ofSchema() throws IOException {
    Keys read = ofSchema;
    return read == null ? readSchema() : read;
  }

  /** One object, by which threads know what was tried. */
  private synchronized Keys readSchema() throws IOException {
    if (ofSchema == null) {
      ofSchema = read(schema);
    }
    return ofSchema;
  }

  private Keys latest() throws IOException {
    Keys read = latest;
    return read == null ? ofSchema() : read;
  }

  /** The keys that the table has now; the same object as before where there are no others. */
  private Keys renew() throws IOException {
    Keys now = read(renewed.get());
    synchronized (this) {
      Keys known = latest();
      if (!now.areBeyond(known)) {
        return known;
      }
      latest = now;
      return now;
    }
  }

  private Keys read(TableSchema now) throws IOException {
    String text =
        now.keys()
            .orElseThrow(
                () ->
                    new DoNotRetryIOException(
                        "table %s has no keys yet; 'dartagnan keys rotate %s' makes them"
                            .formatted(now.table(), now.table())));
    KeyFile own =
        file.orElseThrow(
            () ->
                new DoNotRetryIOException(
                    "values of table %s are tagged or sealed under keys that its clients have: set %s to the file with key %s"
                        .formatted(now.table(), ClientKeys.KEY_FILE, TableKeys.keyOf(text))));
    return new Keys(now, TableKeys.decrypt(text, own, now.table()));
  }
}
