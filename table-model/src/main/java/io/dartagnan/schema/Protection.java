package io.dartagnan.schema;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Condition;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.sharing.Sharing;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;

/**
 * The protection of one column: the form in which the clouds keep and compute with its values.
 *
 * <p>There is one class for each kind. {@link #parse} knows them all; everyone else asks this
 * interface, {@link LaneProtection} where protocols compute with the values, {@link
 * SharedProtection} where the shares in the cells are told apart, or {@link SealedProtection} where
 * they are encrypted. Two protections are equal when a schema writes them alike.
 */
public interface Protection {

  /** The value itself on every cloud. Not protected. */
  LaneProtection PLAIN = new PlainProtection();

  /**
   * Reads {@code <scheme> <type>}, or {@code plain}.
   *
   * @throws IllegalArgumentException if it is neither
   */
  static Protection parse(String text) {
    return ProtectionParser.parse(text);
  }

  /** Ends the text of a protection whose values carry tags. */
  String WITH_TAGS = " with tags";

  /**
   * Reads a protection's text, {@link #toString} or {@link #written}.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Protection ofText(String text) {
    return text.endsWith(WITH_TAGS)
        ? parse(text.substring(0, text.length() - WITH_TAGS.length())).tagged()
        : SealedProtection.ofWritten(text).orElseGet(() -> parse(text));
  }

  /** The text by which a query names it, for {@link #ofText}. */
  default String written() {
    return toString();
  }

  /**
   * What it is in a table whose suite computes on such sharings: numbers of which each cloud has
   * two shares are shared by xor where the suite does not add.
   */
  default Protection under(Set<Sharing> sharings) {
    return this;
  }

  /**
   * What it is in a table whose values carry tags: protected values have one in each of their
   * cells, by which clients know that they were written so, and there.
   */
  default Protection tagged() {
    return this;
  }

  /** Whether its cells carry tags. */
  default boolean isTagged() {
    return false;
  }

  /** The word by which a schema names it. */
  String scheme();

  /** The type that bounds its values; empty where they may be any bytes. */
  Optional<ValueType> declaredType();

  /**
   * Whether the clouds run a protocol suite to evaluate conditions on its values; otherwise each
   * compares what it stores. One that does is a {@link LaneProtection}.
   */
  boolean needsSuite();

  /** Whether a cloud's write guard refuses cells that no Safe Client made. */
  boolean isGuarded();

  /** Whether what one cloud stores of its values can be made from what the two others store. */
  boolean survivesOneCloud();

  /**
   * Takes a value into a batch of writes.
   *
   * @param dealer to deal the batch; those that share nothing leave it alone
   * @throws IllegalArgumentException if the value is not of the declared type; the message says
   *     lengths, never content
   */
  StoredValue store(byte[] value, BatchDealer dealer);

  /**
   * The reason why a cell that is to be written is none of such a column; empty if it is one. It
   * speaks of the layout and never of the content.
   *
   * @param holder whose cloud is to store the cell
   */
  Optional<String> defect(Cell cell, Party holder);

  /**
   * The number that the three cells of one write have in common, of a stored cell.
   *
   * @param holder whose cloud stores the cell
   * @return empty if the cell can be no version of such a column, now or under an earlier schema
   */
  default OptionalLong writeId(Cell cell, Party holder) {
    return writeId(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength(), holder);
  }

  /** The same of a stored value that lies in an array. */
  OptionalLong writeId(byte[] array, int offset, int length, Party holder);

  /**
   * The number under which the clouds agree on a version: its write id; of a share that was given
   * in a repair and that no client has confirmed another one, as if it were another write's.
   *
   * @param holder whose cloud stores it
   * @return empty as {@link #writeId} is
   */
  default OptionalLong agreedId(byte[] array, int offset, int length, Party holder) {
    return writeId(array, offset, length, holder);
  }

  /**
   * The value that what three clouds store stands for.
   *
   * @return empty if it is not of one write
   * @throws UnreadableValueException if it is, and stands for no value
   */
  Optional<byte[]> value(StoredVersion version) throws UnreadableValueException;

  /**
   * Whether only its tag shows that a {@link #value} is the one that was written. Otherwise it has
   * none, or one cloud alone could not have altered it: two hold each share, as clients wrote them.
   */
  default boolean restsOnTag(StoredVersion version) {
    return false;
  }

  /**
   * Whether the cells of any two clouds are enough to know the value, and what the third stores.
   */
  boolean isHeldByAnyTwo();

  /**
   * The value of the cell that one cloud stores, from the two other cells of the same write.
   *
   * @param missing whose cloud it is
   * @param ofNext the cell of the party that follows it
   * @param ofPrev the cell of the party before it
   * @return empty if the two are not of one write
   * @throws UnsupportedOperationException unless it {@link #isHeldByAnyTwo}
   */
  Optional<byte[]> cellOf(Party missing, Cell ofNext, Cell ofPrev);

  /**
   * Whether the clouds compare its values so.
   *
   * @param operandBytes the length of the operand
   */
  boolean compares(Comparison comparison, int operandBytes);

  /**
   * The predicate of each party by which its values are compared. A row without the column does not
   * satisfy it.
   *
   * @param column the column's place in the query's list
   * @param operand one that it {@link #compares}
   * @param random the only source of shares
   * @return entry i is for party i; of at most {@link #conditionsPerComparison} conditions
   * @throws IllegalArgumentException if the operand has a length that no comparison takes
   */
  List<Predicate> compare(int column, Comparison comparison, byte[] operand, SecureRandom random);

  /** The most conditions of which such a predicate consists. */
  int conditionsPerComparison();

  /** The most nodes from top to bottom. */
  default int depthPerComparison() {
    return conditionsPerComparison();
  }

  /** Whether a query may put a condition to such a column. */
  boolean takes(Condition condition);

  /**
   * As it is written in a schema, which says of the whole table that its values carry tags, with
   * {@link #WITH_TAGS} where they do.
   */
  @Override
  String toString();
}
