package io.dartagnan.mpc.predicate;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Wire format of one party's copy of a {@link Predicate}. Sizes in bytes, numbers big-endian and
 * unsigned, the root node first and every node before its children:
 *
 * <pre>
 *   predicate         | layout = 1 (1) | party (1) | node |
 *
 *   AND               | 1 (1) | children (2) | node | ... | node |
 *   OR                | 2 (1) | children (2) | node | ... | node |
 *   NOT               | 3 (1) | node |
 *   shared condition  | 4 (1) | column (2) | operator (1) | ordering (1) | sharing (1) | limbs (2) |
 *                     | share of this party (8 x limbs) |
 *                     | share of the next party (8 x limbs), if the sharing is replicated |
 *   public condition  | 5 (1) | column (2) | operator (1) | ordering (1) | length (2) | operand |
 * </pre>
 *
 * <p>A predicate has one encoding, and bytes that can be read are the encoding of what is read.
 */
public final class PredicateFormat {
  private static final int LAYOUT = 1;

  private static final int AND = 1;
  private static final int OR = 2;
  private static final int NOT = 3;
  private static final int SHARED = 4;
  private static final int PUBLIC = 5;

  private static final int HEADER_BYTES = 2;
  private static final int BRANCH_BYTES = 3;
  private static final int NOT_BYTES = 1;
  private static final int SHARED_BYTES = 8;
  private static final int PUBLIC_BYTES = 7;

  /** A public condition with an empty operand. */
  private static final int SMALLEST_NODE_BYTES = PUBLIC_BYTES;

  private PredicateFormat() {}

  /**
   * The encoding of a party's predicate.
   *
   * @throws IllegalArgumentException if a condition holds another party's shares
   */
  public static byte[] encode(Predicate predicate, Party party) {
    return Writer.write(predicate, party);
  }

  /**
   * Reads a party's predicate. Trusts nothing: the bytes may come from an enemy. Costs time and
   * memory in proportion to their number.
   *
   * @param bytes as {@link #encode} makes them, and nothing behind
   * @param party who reads
   * @throws IllegalArgumentException if they are not an encoding of that party's predicate, saying
   *     what is wrong
   */
  public static Predicate decode(byte[] bytes, Party party) {
    return Reader.read(bytes, party);
  }

  private static int shareBytes(Sharing sharing, int limbs) {
    return (sharing.isReplicated() ? 2 : 1) * limbs * Long.BYTES;
  }

  /**
   * Reads what {@link PredicateFormat} draws, from bytes that may be an enemy's: every count and
   * length is held against its bound, and against the bytes that are left, before anything is
   * allocated for it, and the depth against its bound before the next node is read.
   */
  private static final class Reader {
    private final ByteBuffer from;
    private final Party party;
    private int conditions;
    // Nodes that the counts read so far announce and that are still to come, on all levels at once:
    // else each of 64 levels could announce children that would need the same bytes.
    private int announced = 1;

    private Reader(ByteBuffer from, Party party) {
      this.from = from;
      this.party = party;
    }

    static Predicate read(byte[] bytes, Party party) {
      Reader reader = new Reader(ByteBuffer.wrap(bytes), party);
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
      if (layout != LAYOUT) {
        throw new IllegalArgumentException(
            "a predicate of layout %d was given, layout %d is known; client and server are of different releases"
                .formatted(layout, LAYOUT));
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
        case AND -> new Predicate.And(readChildren(depth));
        case OR -> new Predicate.Or(readChildren(depth));
        case NOT -> new Predicate.Not(readNode(depth + 1));
        case SHARED -> readShared();
        case PUBLIC -> readPublic();
        default ->
            throw new IllegalArgumentException(
                "a node of kind %d was given in a predicate, kinds %d to %d are known"
                    .formatted(kind, AND, PUBLIC));
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
      require(announced * SMALLEST_NODE_BYTES);
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
      require(shareBytes(sharing, ring.limbs()));
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

  /** Writes a predicate as {@link PredicateFormat} draws it. */
  private static final class Writer {
    private final ByteBuffer into;
    private final Party party;

    private Writer(ByteBuffer into, Party party) {
      this.into = into;
      this.party = party;
    }

    static byte[] write(Predicate predicate, Party party) {
      ByteBuffer into = ByteBuffer.allocate(HEADER_BYTES + length(predicate));
      into.put((byte) LAYOUT).put((byte) party.index());
      new Writer(into, party).write(predicate);
      return into.array();
    }

    private static int length(Predicate node) {
      if (node instanceof Predicate.And and) {
        return length(and.children());
      }
      if (node instanceof Predicate.Or or) {
        return length(or.children());
      }
      if (node instanceof Predicate.Not not) {
        return NOT_BYTES + length(not.child());
      }
      if (node instanceof SharedCondition shared) {
        Shares operand = shared.operand();
        return SHARED_BYTES + shareBytes(operand.sharing(), operand.ring().limbs());
      }
      return PUBLIC_BYTES + ((PublicCondition) node).operand().length;
    }

    private static int length(List<Predicate> children) {
      return BRANCH_BYTES + children.stream().mapToInt(Writer::length).sum();
    }

    private void write(Predicate node) {
      if (node instanceof Predicate.And and) {
        write(AND, and.children());
      } else if (node instanceof Predicate.Or or) {
        write(OR, or.children());
      } else if (node instanceof Predicate.Not not) {
        into.put((byte) NOT);
        write(not.child());
      } else if (node instanceof SharedCondition shared) {
        write(shared);
      } else {
        write((PublicCondition) node);
      }
    }

    private void write(int kind, List<Predicate> children) {
      into.put((byte) kind).putShort((short) children.size());
      children.forEach(this::write);
    }

    private void write(SharedCondition condition) {
      Shares operand = condition.operand();
      if (operand.holder() != party) {
        throw new IllegalArgumentException(
            "condition %s holds a share of %s, the predicate is for %s"
                .formatted(condition, operand.holder(), party));
      }
      write(SHARED, condition);
      into.put((byte) operand.sharing().code()).putShort((short) operand.ring().limbs());
      write(operand.own());
      if (operand.sharing().isReplicated()) {
        write(operand.next());
      }
    }

    private void write(PublicCondition condition) {
      byte[] operand = condition.operand();
      write(PUBLIC, condition);
      into.putShort((short) operand.length).put(operand);
    }

    private void write(int kind, Condition condition) {
      into.put((byte) kind)
          .putShort((short) condition.column())
          .put((byte) condition.comparison().operator().code())
          .put((byte) condition.comparison().ordering().code());
    }

    private void write(long[] words) {
      for (long word : words) {
        into.putLong(word);
      }
    }
  }
}
