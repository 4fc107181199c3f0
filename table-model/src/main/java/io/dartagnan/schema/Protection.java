package io.dartagnan.schema;

import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.sharing.Sharing;
import java.util.Optional;

/**
 * The protection of one column: the form in which the clouds keep and compute with its values.
 *
 * <p>There is one class for each kind. {@link #parse} knows them all; everyone else asks this
 * interface. Two protections are equal when a schema writes them alike.
 */
public interface Protection {

  /** The value itself on every cloud. Not protected. */
  Protection PLAIN = new PlainProtection();

  /**
   * Reads {@code <scheme> <type>}, or {@code plain}.
   *
   * @throws IllegalArgumentException if it is neither
   */
  static Protection parse(String text) {
    return ProtectionParser.parse(text);
  }

  /** The word by which a schema names it. */
  String scheme();

  /** The type that bounds its values; empty where they may be any bytes. */
  Optional<ValueType> declaredType();

  /** Whether the clouds store something other than the value. */
  boolean isProtected();

  /**
   * Takes a value into a batch of writes.
   *
   * @param dealer to deal the batch; those that share nothing leave it alone
   * @throws IllegalArgumentException if the value is not of the declared type; the message says
   *     lengths, never content
   */
  StoredValue store(byte[] value, BatchDealer dealer);

  /** The type of the values as protocols compute with them, one to a lane. */
  ValueType laneType();

  /** The sharing of those lanes. */
  Sharing laneSharing();

  /** As it is written in a schema. */
  @Override
  String toString();
}
