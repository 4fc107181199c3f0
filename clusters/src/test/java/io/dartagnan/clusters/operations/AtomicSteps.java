package io.dartagnan.clusters.operations;

import io.dartagnan.client.filter.random.RandomTable.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;

/** Steps that are atomic on one HBase. */
final class AtomicSteps {
  private AtomicSteps() {}

  /** {@code Table.increment}. */
  record IncrementOne(Increment increment) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException {
      return List.of(StepText.of(table.table().increment(increment), table));
    }

    @Override
    public List<Mutation> writes() {
      return List.of(increment);
    }

    @Override
    public Optional<Gap> gap() {
      return Optional.of(Gap.INCREMENT);
    }

    @Override
    public String toString() {
      return StepText.of(increment);
    }
  }

  /** {@code Table.append}. */
  record AppendOne(Append append) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException {
      return List.of(StepText.of(table.table().append(append), table));
    }

    @Override
    public List<Mutation> writes() {
      return List.of(append);
    }

    @Override
    public Optional<Gap> gap() {
      return Optional.of(Gap.APPEND);
    }

    @Override
    public String toString() {
      return StepText.of(append);
    }
  }

  /** {@code Table.mutateRow}. */
  record MutateRow(RowMutations mutations) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException {
      return List.of(StepText.of(table.table().mutateRow(mutations), table));
    }

    @Override
    public List<Mutation> writes() {
      return mutations.getMutations();
    }

    @Override
    public Optional<Gap> gap() {
      return Optional.of(Gap.MUTATE_ROW);
    }

    @Override
    public String toString() {
      return "mutateRow " + StepText.of(mutations);
    }
  }

  /** {@code Table.batch} with what is atomic among it. */
  record AtomicBatch(List<Row> actions) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException, InterruptedException {
      Object[] results = new Object[actions.size()];
      table.table().batch(actions, results);
      return Arrays.stream(results).map(reply -> StepText.reply(reply, table)).toList();
    }

    @Override
    public List<Mutation> writes() {
      List<Mutation> writes = new ArrayList<>();
      for (Row action : actions) {
        if (action instanceof RowMutations row) {
          writes.addAll(row.getMutations());
        } else if (action instanceof Mutation mutation) {
          writes.add(mutation);
        }
      }
      return writes;
    }

    @Override
    public Optional<Gap> gap() {
      return Optional.of(Gap.ATOMIC_IN_BATCH);
    }

    @Override
    public List<Step> smaller() {
      return WriteSteps.without(actions, AtomicBatch::new);
    }

    @Override
    public String toString() {
      return "batch " + StepText.of(actions);
    }
  }

  /**
   * {@code Table.checkAndMutate}.
   *
   * @param action what is done if the check is true
   * @param reads what the check reads
   */
  record Checked(CheckAndMutate check, Row action, Get reading) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException {
      return List.of(StepText.of(table.table().checkAndMutate(check), table));
    }

    @Override
    public List<Scan> reads() {
      return List.of(new Scan(reading));
    }

    @Override
    public List<? extends Mutation> writes() {
      return action instanceof RowMutations row ? row.getMutations() : List.of((Mutation) action);
    }

    @Override
    public List<? extends Mutation> written(Outcome outcome) {
      return !outcome.failed() && outcome.lines().get(0).startsWith("true") ? writes() : List.of();
    }

    @Override
    public Optional<Gap> gap() {
      return Optional.of(Gap.CHECK_AND_MUTATE);
    }

    @Override
    public String toString() {
      return "checkAndMutate "
          + StepText.text(check.getRow())
          + " "
          + (check.hasFilter()
              ? check.getFilter()
              : StepText.text(check.getFamily())
                  + ":"
                  + StepText.text(check.getQualifier())
                  + " "
                  + check.getCompareOp()
                  + " "
                  + (check.getValue() == null ? "nothing" : StepText.text(check.getValue())))
          + " then "
          + StepText.of(action);
    }
  }

  /** Whether an append makes a value longer than its column is declared. */
  static boolean isLonger(Mutation write, Ledger ledger, TableShape shape) {
    if (!(write instanceof Append)) {
      return false;
    }
    for (List<Cell> cells : write.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        byte[] family = CellUtil.cloneFamily(cell);
        byte[] qualifier = CellUtil.cloneQualifier(cell);
        int length = ledger.newestLength(write.getRow(), family, qualifier) + cell.getValueLength();
        for (Column column : shape.pool().columns()) {
          if (CellUtil.matchingColumn(cell, column.familyBytes(), column.qualifierBytes())
              && length > column.maxLength()) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
