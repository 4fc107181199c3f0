package io.dartagnan.mpc.predicate;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.Shares;
import java.nio.ByteBuffer;
import java.util.List;

/** Writes a predicate as {@link PredicateFormat} draws it. */
final class PredicateWriter {
  private final ByteBuffer into;
  private final Party party;

  private PredicateWriter(ByteBuffer into, Party party) {
    this.into = into;
    this.party = party;
  }

  static byte[] write(Predicate predicate, Party party) {
    ByteBuffer into = ByteBuffer.allocate(PredicateFormat.HEADER_BYTES + length(predicate));
    into.put((byte) PredicateFormat.LAYOUT).put((byte) party.index());
    new PredicateWriter(into, party).write(predicate);
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
      return PredicateFormat.NOT_BYTES + length(not.child());
    }
    if (node instanceof SharedCondition shared) {
      Shares operand = shared.operand();
      return PredicateFormat.SHARED_BYTES
          + PredicateFormat.shareBytes(operand.sharing(), operand.ring().limbs());
    }
    return PredicateFormat.PUBLIC_BYTES + ((PublicCondition) node).operand().length;
  }

  private static int length(List<Predicate> children) {
    return PredicateFormat.BRANCH_BYTES + children.stream().mapToInt(PredicateWriter::length).sum();
  }

  private void write(Predicate node) {
    if (node instanceof Predicate.And and) {
      write(PredicateFormat.AND, and.children());
    } else if (node instanceof Predicate.Or or) {
      write(PredicateFormat.OR, or.children());
    } else if (node instanceof Predicate.Not not) {
      into.put((byte) PredicateFormat.NOT);
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
    write(PredicateFormat.SHARED, condition);
    into.put((byte) operand.sharing().code()).putShort((short) operand.ring().limbs());
    write(operand.own());
    if (operand.sharing().isReplicated()) {
      write(operand.next());
    }
  }

  private void write(PublicCondition condition) {
    byte[] operand = condition.operand();
    write(PredicateFormat.PUBLIC, condition);
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
