package io.dartagnan.mpc.predicate;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what {@link PredicateFormat} draws, from bytes that may be an enemy's: every count and
 * length is held against its bound, and against the bytes that are left, before anything is
 * allocated for it, and the depth against its bound before the next node is read.
 */
final class PredicateReader {
  private final ByteBuffer from;
  private final Party party;
  private int conditions;
  // Nodes that the counts read so far announce and that are still to come, on all levels at once:
  // else each of 64 levels could announce children that would need the same bytes.
  private int announced = 1;

  private PredicateReader(ByteBuffer from, Party party) {
    this.from = from;
    this.party = party;
  }

  static Predicate read(byte[] bytes, Party party) {
    PredicateReader reader = new PredicateReader(ByteBuffer.wrap(bytes), party);
    reader.readHeader();
    Predicate predicate = reader.readNode(1);
    if (reader.from.hasRemaining()) {
      throw new IllegalArgumentException(
          "%d bytes were given after the end of a predicate, none are allowed"
              .formatted(reader.from.remaining()));
    }
    return predicate;
  }

  private void readHeader() {
    int layout = readByte();
    if (layout != PredicateFormat.LAYOUT) {
      throw new IllegalArgumentException(
          "a predicate of layout %d was given, layout %d is known; client and server are of different releases"
              .formatted(layout, PredicateFormat.LAYOUT));
    }
    Party addressee = Party.of(readByte());
    if (addressee != party) {
      throw new IllegalArgumentException(
          "a predicate for %s was given to %s; send each party its own"
              .formatted(addressee, party));
    }
  }

  private Predicate readNode(int depth) {
    if (depth > Predicate.MAX_DEPTH) {
      throw new IllegalArgumentException(
          "a predicate deeper than %d nodes was given, %d are allowed; flatten it"
              .formatted(Predicate.MAX_DEPTH, Predicate.MAX_DEPTH));
    }
    int kind = readByte();
    return switch (kind) {
      case PredicateFormat.AND -> new Predicate.And(readChildren(depth));
      case PredicateFormat.OR -> new Predicate.Or(readChildren(depth));
      case PredicateFormat.NOT -> new Predicate.Not(readNode(depth + 1));
      case PredicateFormat.SHARED -> readShared();
      case PredicateFormat.PUBLIC -> readPublic();
      default ->
          throw new IllegalArgumentException(
              "a node of kind %d was given in a predicate, kinds %d to %d are known"
                  .formatted(kind, PredicateFormat.AND, PredicateFormat.PUBLIC));
    };
  }

  private List<Predicate> readChildren(int depth) {
    int count = readShort();
    announced += count - 1;
    // There is a condition at least below each of them.
    if (conditions + announced > Predicate.MAX_CONDITIONS) {
      throw new IllegalArgumentException(
          "a predicate of at least %d conditions was given, %d are allowed; ask in several queries"
              .formatted(conditions + announced, Predicate.MAX_CONDITIONS));
    }
    require(announced * PredicateFormat.SMALLEST_NODE_BYTES);
    List<Predicate> children = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      children.add(readNode(depth + 1));
    }
    return children;
  }

  private SharedCondition readShared() {
    int column = readShort();
    Comparison comparison = readComparison();
    Sharing sharing = Sharing.ofCode(readByte());
    Ring ring = new Ring(readShort());
    require(PredicateFormat.shareBytes(sharing, ring.limbs()));
    long[] own = readWords(ring.limbs());
    long[] next = sharing.isReplicated() ? readWords(ring.limbs()) : null;
    noteCondition();
    return new SharedCondition(column, comparison, new Shares(party, sharing, ring, own, next));
  }

  private PublicCondition readPublic() {
    int column = readShort();
    Comparison comparison = readComparison();
    int length = readShort();
    require(length);
    byte[] operand = new byte[length];
    from.get(operand);
    noteCondition();
    return new PublicCondition(column, comparison, operand);
  }

  private void noteCondition() {
    conditions++;
    announced--;
  }

  private Comparison readComparison() {
    Operator operator = Operator.ofCode(readByte());
    return new Comparison(operator, Ordering.ofCode(readByte()));
  }

  private long[] readWords(int count) {
    long[] words = new long[count];
    for (int i = 0; i < count; i++) {
      words[i] = from.getLong();
    }
    return words;
  }

  private int readByte() {
    require(Byte.BYTES);
    return Byte.toUnsignedInt(from.get());
  }

  private int readShort() {
    require(Short.BYTES);
    return Short.toUnsignedInt(from.getShort());
  }

  private void require(int needed) {
    if (needed > from.remaining()) {
      throw new IllegalArgumentException(
          "the %d bytes of a predicate end at least %d bytes too early; send all of them"
              .formatted(from.limit(), needed - from.remaining()));
    }
  }
}
