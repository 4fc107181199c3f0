package io.dartagnan.server.write;

import io.dartagnan.repair.ConfirmedShare;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.write.DeleteTags;
import io.dartagnan.write.RollbackMark;
import io.dartagnan.write.RowCondition;
import io.dartagnan.write.WriteMark;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;

/**
 * A write of a batch: the operations on one row that carry the same stamp of the same writer, which
 * are done together or not at all. An operation without a mark is a write by itself.
 *
 * @param operations their places in the batch
 * @param mutations what they are, in the same order
 * @param mark the first one's; empty if they have none
 * @param rollback the mark of a delete that takes back a write
 * @param condition what the row must still show; empty if that does not matter
 */
record Write(
    List<Integer> operations,
    List<Mutation> mutations,
    Optional<WriteMark> mark,
    Optional<RollbackMark> rollback,
    Optional<RowCondition> condition) {

  /**
   * The writes of a batch that are still to be done, in order.
   *
   * @throws DoNotRetryIOException if a mark is none
   */
  static List<Write> of(MiniBatchOperationInProgress<Mutation> batch) throws DoNotRetryIOException {
    List<Write> writes = new ArrayList<>(batch.size());
    Marks marks = new Marks();
    Write last = null;
    for (int i = 0; i < batch.size(); i++) {
      if (batch.getOperationStatus(i).getOperationStatusCode() != OperationStatusCode.NOT_RUN) {
        continue;
      }
      Write next = of(i, batch.getOperation(i), marks);
      if (last != null && last.isOneWith(next)) {
        last.operations.add(i);
        last.mutations.add(batch.getOperation(i));
      } else {
        writes.add(next);
        last = next;
      }
    }
    return writes;
  }

  /** Reader of the marks of a batch, of which most are the same. */
  private static final class Marks {
    private byte[] last;
    private Optional<WriteMark> read = Optional.empty();

    Optional<WriteMark> of(Mutation mutation) {
      byte[] mark = mutation.getAttribute(WriteMark.ATTRIBUTE);
      if (!Arrays.equals(mark, last)) {
        read = mark(mutation);
        last = mark;
      }
      return read;
    }
  }

  private static Write of(int operation, Mutation mutation, Marks marks)
      throws DoNotRetryIOException {
    try {
      Write write =
          new Write(
              new ArrayList<>(List.of(operation)),
              new ArrayList<>(List.of(mutation)),
              marks.of(mutation),
              Optional.ofNullable(mutation.getAttribute(RollbackMark.ATTRIBUTE))
                  .map(RollbackMark::decode),
              Optional.ofNullable(mutation.getAttribute(RowCondition.ATTRIBUTE))
                  .map(RowCondition::decode));
      if (mutation instanceof Delete delete) {
        DeleteTags.require(delete);
      }
      if (write.rollback.isPresent()) {
        write.requireRollback((mutation instanceof Delete delete) ? delete : null);
      }
      if (write.isConfirmation()) {
        write.requireConfirmation();
      }
      return write;
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(e.getMessage());
    }
  }

  /**
   * The mark of a mutation; empty if it has none.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  static Optional<WriteMark> mark(Mutation mutation) {
    return Optional.ofNullable(mutation.getAttribute(WriteMark.ATTRIBUTE)).map(WriteMark::decode);
  }

  private void requireRollback(Delete delete) {
    int ids = rollback.orElseThrow().versionIds().length;
    if (delete == null
        || delete.size() != ids
        || cells().stream().anyMatch(cell -> cell.getType() != Cell.Type.Delete)) {
      throw new IllegalArgumentException(
          "a rollback of %d versions was received; it must be a delete of as many single versions"
              .formatted(ids));
    }
    if (rollback.get().write().isPresent() && ids != 1) {
      throw new IllegalArgumentException(
          "a rollback that names its write was received for %d versions; it must be for one"
              .formatted(ids));
    }
  }

  private boolean isOneWith(Write next) {
    return mark.isPresent()
        && next.mark.isPresent()
        && rollback.isEmpty()
        && next.rollback.isEmpty()
        && mark.get().stamp() == next.mark.get().stamp()
        && mark.get().schema() == next.mark.get().schema()
        && mark.get().insisting() == next.mark.get().insisting()
        && mark.get().settlement().writer() == next.mark.get().settlement().writer()
        && condition.equals(next.condition)
        && Arrays.equals(row(), next.row());
  }

  private void requireConfirmation() {
    boolean isOfOneShare =
        mutations.get(0) instanceof Put put && put.size() == 1 && ShareCell.isShare(cells().get(0));
    if (!isOfOneShare || mark.isPresent()) {
      throw new IllegalArgumentException(
          "a confirmation of a share was received that is no put of one share alone");
    }
  }

  /** Whether it confirms a share that the cloud was given in a repair. */
  boolean isConfirmation() {
    return ConfirmedShare.is(mutations.get(0));
  }

  byte[] row() {
    return mutations.get(0).getRow();
  }

  int stripe() {
    return Stripes.of(row());
  }

  /** All cells, in the order of operations, families and cells. */
  List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    mutations.forEach(
        mutation -> mutation.getFamilyCellMap().values().forEach(family -> cells.addAll(family)));
    return cells;
  }

  /**
   * Whether its place depends on the order of arrival; only of a marked write. One that depends on
   * what was read must not have others come in below it later.
   */
  boolean isStrict() {
    if (condition.isPresent()) {
      return true;
    }
    long stamp = mark.orElseThrow().stamp();
    for (Mutation mutation : mutations) {
      if (mutation instanceof Increment || mutation instanceof Append) {
        return true;
      }
      for (List<Cell> family : mutation.getFamilyCellMap().values()) {
        for (Cell cell : family) {
          if (CellUtil.isPut(cell) && cell.getTimestamp() != stamp) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Whether it deletes something. */
  boolean deletes() {
    return mutations.stream().anyMatch(Delete.class::isInstance);
  }

  /** Whether it does anything but delete. */
  boolean puts() {
    return !mutations.stream().allMatch(Delete.class::isInstance);
  }

  /** Whether no other write of its stripe may be under way beside it. */
  boolean isAlone() {
    return rollback.isPresent()
        || isConfirmation()
        || (mark.isPresent() && (mark.get().insisting() || isStrict()));
  }

  /** The tag of its versions. */
  WriteTag tag() {
    return tag(mark);
  }

  /** The tag of the versions of a write with this mark. */
  static WriteTag tag(Optional<WriteMark> mark) {
    return mark.map(of -> WriteTag.of(of.settlement().writer(), of.stamp()))
        .orElse(WriteTag.UNKNOWN);
  }
}
