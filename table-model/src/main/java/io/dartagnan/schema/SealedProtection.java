package io.dartagnan.schema;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Condition;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;

/**
 * The value encrypted by clients, the same on all clouds, which have no key. To the clouds a sealed
 * value is one in the clear, of bytes that mean nothing.
 *
 * <pre>
 *   std:  number of the key (1) | nonce (16) | vector (16) | ciphertext
 *   det:  number of the key (1) | vector (16) | ciphertext | code (16)
 *   ope:  number of the key (1) | order (16 for each byte) | vector (16) | ciphertext
 *   search:  number of the key (1) | nonce (16) | tokens (4) | token (8 each) | vector (16) | ciphertext
 * </pre>
 *
 * <p>The vector is the synthetic one of AES-SIV. All are bound to where the value is, {@code det}
 * by its code. Clouds compare values by the beginning of what they store: in a {@code det} column
 * it is the same for equal values, in an {@code ope} column it is ordered as they are, in a {@code
 * search} column it has a token of each word ({@link Trapdoor}). Values of a column with a type
 * have all one length and one number of tokens, as many as a text of it can have words; else clouds
 * learn how long each is, and of how many different words.
 */
public final class SealedProtection implements Protection {

  /** A kind of encryption, by what clouds can compare. */
  public enum Encryption {
    /** Nothing: randomised encryption. */
    STD,
    /** Whether values of a column are equal: deterministic encryption. */
    DET,
    /** Which is the greater: order-preserving encryption. */
    OPE,
    /** Whether a text has a word that is asked for: searchable encryption. */
    SEARCH;

    /** The word by which a schema names it. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * A sentence on what clouds learn of a column's values beside their length, and who showed what
     * becomes of it; empty if nothing.
     */
    public Optional<String> leakage() {
      return switch (this) {
        case STD -> Optional.empty();
        case DET ->
            Optional.of(
                "clouds learn which values are equal and how often each occurs, and so the values where these are few or their frequencies known (Naveed, Kamara, Wright, CCS 2015)");
        case OPE ->
            Optional.of(
                "clouds learn the order of all values and the first bit in which two differ, and so the values where these are dense or their distribution known (Naveed, Kamara, Wright, CCS 2015; Durak, DuBuisson, Cash, CCS 2016)");
        case SEARCH ->
            Optional.of(
                "clouds learn of each word that is asked for which texts have it, those included that are written later, and so the words where the texts are known or may be chosen (Cash, Grubbs, Perry, Ristenpart, CCS 2015; Zhang, Katz, Papamanthou, USENIX Security 2016)");
      };
    }
  }

  /** Bytes of a nonce, of a vector, and of a code. */
  public static final int BLOCK_BYTES = 16;

  /** Bytes that order a byte of a value. */
  public static final int ORDER_BYTES = 16;

  private static final String UNDER = " under keys ";

  private static final Marks WITHOUT_KEYS =
      new Marks(
          "",
          operand -> {
            throw new IllegalStateException("a sealed column is compared without the table's keys");
          });

  private final Encryption encryption;
  private final Optional<ValueType> type;
  private final Marks marks;
  private final KnownKeys known;

  /**
   * The marks of operands: the first {@link #markBytes} of their sealed forms, by which values are
   * compared, one under each of the keys that a table has at one time.
   *
   * @param keys which those are, as {@link TableSchema#keysOfSealed} says; empty if none
   */
  public record Marks(String keys, Function<byte[], List<byte[]>> of) {}

  /** What a client knows of a table's keys, which become more. */
  public interface KnownKeys {

    /** How many it knows. */
    int count();

    /**
     * The marks under those that it knows.
     *
     * @throws java.io.UncheckedIOException if it cannot read them
     */
    Marks marks();

    /**
     * Learns of others, unless that has been done meanwhile.
     *
     * @param outdated the {@link Marks#keys} that a cloud refused
     * @throws IOException if the clouds cannot be asked, or the keys not be decrypted
     */
    void renew(String outdated) throws IOException;
  }

  private SealedProtection(
      Encryption encryption, Optional<ValueType> type, Marks marks, KnownKeys known) {
    this.encryption = encryption;
    this.type = type;
    this.marks = marks;
    this.known = known;
    if (encryption == Encryption.OPE && type.isEmpty()) {
      throw new IllegalArgumentException(
          "scheme 'ope' needs a type, for values of one length: int64, bytes(max) or string(max)");
    }
    if (encryption == Encryption.OPE && markBytes() > PublicCondition.MAX_OPERAND_BYTES) {
      throw new IllegalArgumentException(
          "'%s' was given, values of %d bytes and their lengths at most can be ordered; declare a smaller maximum, or std"
              .formatted(this, PublicCondition.MAX_OPERAND_BYTES / ORDER_BYTES));
    }
    if (encryption == Encryption.SEARCH
        && type.filter(declared -> declared.kind() != ValueType.Kind.STRING).isPresent()) {
      throw new IllegalArgumentException(
          "'%s' was given, words are those of texts; declare search string(max), or search"
              .formatted(this));
    }
  }

  /**
   * Values of a type, or any bytes.
   *
   * @throws IllegalArgumentException if the scheme needs a type
   */
  static SealedProtection of(Encryption encryption, Optional<ValueType> type) {
    return new SealedProtection(encryption, type, WITHOUT_KEYS, null);
  }

  /** The same for a client that compares values. */
  public SealedProtection comparedBy(KnownKeys keys) {
    return new SealedProtection(encryption, type, WITHOUT_KEYS, keys);
  }

  /** The same with the keys that a client knows now, for one query. */
  public SealedProtection withKeysOfNow() {
    return known == null ? this : new SealedProtection(encryption, type, known.marks(), known);
  }

  /**
   * Has the client learn of other keys than those of this query, which a cloud refused.
   *
   * @throws IOException if the clouds cannot be asked, or the keys not be decrypted
   */
  public void renewKeys() throws IOException {
    if (known != null && !keys().isEmpty()) {
      known.renew(keys());
    }
  }

  /** Which keys a query by it compares values under; empty if it is none of a query. */
  public String keys() {
    return marks.keys;
  }

  /** The number of the newest of them; 0 without any. */
  public int newestKey() {
    return TableSchema.newestKey(keys());
  }

  /**
   * Whether a query by it would not find what was written under a table's newest key.
   *
   * @param keysOfTable as {@link TableSchema#keysOfSealed} says
   */
  public boolean isOutdatedBy(String keysOfTable) {
    return !keys().isEmpty()
        && (!TableSchema.idOfKeys(keys()).equals(TableSchema.idOfKeys(keysOfTable))
            || TableSchema.newestKey(keys()) < TableSchema.newestKey(keysOfTable));
  }

  /** How its values are encrypted. */
  public Encryption encryption() {
    return encryption;
  }

  @Override
  public String scheme() {
    return encryption.toString();
  }

  @Override
  public Optional<ValueType> declaredType() {
    return type;
  }

  @Override
  public boolean needsSuite() {
    return false;
  }

  @Override
  public boolean isGuarded() {
    return true;
  }

  @Override
  public boolean survivesOneCloud() {
    return true;
  }

  private boolean isNumber() {
    return type.filter(declared -> declared.kind() == ValueType.Kind.INT64).isPresent();
  }

  /**
   * The bytes that are encrypted for a value: those of its element, or the value itself where the
   * column has no type.
   *
   * @throws IllegalArgumentException if it is not of the declared type; the message says lengths,
   *     never content
   */
  public byte[] pad(byte[] value) {
    return type.map(declared -> bytes(declared.encode(value))).orElse(value);
  }

  /** Those that would be encrypted for what values are {@link #compares compared} with. */
  public byte[] padOperand(byte[] operand) {
    return type.map(declared -> bytes(declared.encodeOperand(operand))).orElse(operand);
  }

  private static byte[] bytes(long[] element) {
    ByteBuffer bytes = ByteBuffer.allocate(element.length * Long.BYTES);
    bytes.asLongBuffer().put(element);
    return bytes.array();
  }

  /**
   * The value of what was encrypted.
   *
   * @throws IllegalArgumentException if it is none of the declared type
   */
  public byte[] unpad(byte[] padded) {
    if (type.isEmpty()) {
      return padded;
    }
    long[] element = new long[padded.length / Long.BYTES];
    ByteBuffer.wrap(padded).asLongBuffer().get(element);
    return type.get().decode(element);
  }

  private int paddedBytes() {
    return type.map(declared -> declared.ring().limbs() * Long.BYTES).orElse(0);
  }

  /** Bytes of a mark: the number of the key, and the vector or the order; or a trapdoor. */
  public int markBytes() {
    return switch (encryption) {
      case STD, DET -> 1 + BLOCK_BYTES;
      case OPE -> 1 + ORDER_BYTES * paddedBytes();
      case SEARCH -> Trapdoor.BYTES;
    };
  }

  /** How many tokens the sealed form of a text of so many different words has. */
  public int tokens(int words) {
    // There is something between two words.
    return type.map(declared -> (declared.maxLength() + 1) / 2).orElse(words);
  }

  /** Bytes of a sealed value; where they are of several lengths, of the shortest. */
  private int fewestBytes() {
    int beginning = encryption == Encryption.SEARCH ? Trapdoor.endOfTokens(tokens(0)) : markBytes();
    return beginning + BLOCK_BYTES + paddedBytes();
  }

  /** Whether a sealed value may have so many bytes. */
  public boolean isOfLength(int bytes) {
    return type.isPresent() ? bytes == fewestBytes() : bytes >= fewestBytes();
  }

  /**
   * Where the vector of a sealed value is, from its beginning.
   *
   * @param length one that a sealed value {@link #isOfLength may have}
   * @return negative if there is none
   */
  public int vectorAt(byte[] array, int offset, int length) {
    int at =
        switch (encryption) {
          case STD -> 1 + BLOCK_BYTES;
          case DET -> 1;
          case OPE -> markBytes();
          case SEARCH -> Trapdoor.endOfTokens(array, offset, length);
        };
    return at <= length - BLOCK_BYTES - paddedBytes() ? at : -1;
  }

  /** The number of the key under which a value is sealed. */
  public static int keyOf(byte[] sealed) {
    return Byte.toUnsignedInt(sealed[0]);
  }

  /** Takes a value that was sealed. */
  @Override
  public StoredValue store(byte[] sealed, BatchDealer dealer) {
    return (cloud, writeId) -> sealed;
  }

  @Override
  public Optional<String> defect(Cell cell, Party holder) {
    if (!isOfLength(cell.getValueLength())) {
      return Optional.of(
          "it has %d bytes, a sealed one has %d%s"
              .formatted(cell.getValueLength(), fewestBytes(), type.isPresent() ? "" : " or more"));
    }
    if (cell.getValueArray()[cell.getValueOffset()] == 0) {
      return Optional.of("it names no key");
    }
    return vectorAt(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()) < 0
        ? Optional.of("its tokens are cut short")
        : Optional.empty();
  }

  /** Nothing beside the sealed value tells writes apart. */
  @Override
  public OptionalLong writeId(byte[] array, int offset, int length, Party holder) {
    return PLAIN.writeId(array, offset, length, holder);
  }

  /** The sealed value. */
  @Override
  public Optional<byte[]> value(StoredVersion version) throws UnreadableValueException {
    return PLAIN.value(version);
  }

  @Override
  public boolean isHeldByAnyTwo() {
    return true;
  }

  @Override
  public Optional<byte[]> cellOf(Party missing, Cell ofNext, Cell ofPrev) {
    return PLAIN.cellOf(missing, ofNext, ofPrev);
  }

  @Override
  public boolean compares(Comparison comparison, int operandBytes) {
    boolean byWords = comparison.ordering() == Ordering.WORDS;
    boolean ofType =
        isNumber() ? operandBytes == Long.BYTES : comparison.ordering() == Ordering.UNSIGNED;
    return switch (encryption) {
      case STD -> false;
      case DET -> comparison.operator().isEquality() && ofType && !byWords;
      case OPE -> ofType && !byWords;
      case SEARCH -> comparison.operator().isEquality() && byWords;
    };
  }

  @Override
  public List<Predicate> compare(
      int column, Comparison comparison, byte[] operand, SecureRandom random) {
    Predicate same = compare(column, comparison, operand);
    return Party.ALL.stream().map(party -> same).toList();
  }

  /** The predicate of all of them. */
  public Predicate compare(int column, Comparison comparison, byte[] operand) {
    if (!compares(comparison, operand.length)) {
      throw new IllegalArgumentException(
          "%s with an operand of %d bytes was asked of a column '%s'"
              .formatted(comparison, operand.length, this));
    }
    return new SealedComparison(column, comparison).of(operand, marks.of);
  }

  @Override
  public int depthPerComparison() {
    return SealedComparison.MOST_DEPTH;
  }

  @Override
  public int conditionsPerComparison() {
    int underEach =
        switch (encryption) {
          case SEARCH -> 1;
          case OPE ->
              isNumber() ? SealedComparison.CONDITIONS_BY_NUMBER : SealedComparison.CONDITIONS;
          default -> SealedComparison.CONDITIONS;
        };
    return underEach * Math.max(1, known == null ? newestKey() : known.count());
  }

  @Override
  public boolean takes(Condition condition) {
    if (!(condition instanceof PublicCondition asked)) {
      return false;
    }
    boolean byWords = asked.comparison().ordering() == Ordering.WORDS;
    return asked.isPresence()
        || switch (encryption) {
          case STD -> false;
          case DET, OPE -> !byWords;
          case SEARCH ->
              byWords
                  && asked.comparison().operator().isEquality()
                  && asked.operand().length == Trapdoor.BYTES;
        };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SealedProtection that
        && encryption == that.encryption
        && type.equals(that.type);
  }

  @Override
  public int hashCode() {
    return 31 * encryption.hashCode() + type.hashCode();
  }

  @Override
  public String written() {
    return keys().isEmpty() ? toString() : this + UNDER + keys();
  }

  /** Reads what {@link #written} writes of one with keys; empty if a text is none of that. */
  static Optional<Protection> ofWritten(String text) {
    int at = text.indexOf(UNDER);
    return at > 0 && Protection.parse(text.substring(0, at)) instanceof SealedProtection column
        ? Optional.of(
            new SealedProtection(
                column.encryption,
                column.type,
                new Marks(text.substring(at + UNDER.length()), WITHOUT_KEYS.of),
                null))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return Stream.concat(Stream.of(scheme()), type.map(ValueType::toString).stream())
        .collect(Collectors.joining(" "));
  }
}
