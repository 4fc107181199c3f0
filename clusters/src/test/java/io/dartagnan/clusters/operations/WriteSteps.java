package io.dartagnan.clusters.operations;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;

/** Steps that put and delete. */
final class WriteSteps {
  private static final List<String> DONE = List.of("done");

  private WriteSteps() {}

  /** {@code Table.put} of one. */
  record PutOne(Put put) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException {
      table.table().put(put);
      return DONE;
    }

    @Override
    public List<Put> writes() {
      return List.of(put);
    }

    @Override
    public String toString() {
      return StepText.of(put);
    }
  }

  /** {@code Table.put} of a list. */
  record PutList(List<Put> puts) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException {
      table.table().put(new ArrayList<>(puts));
      return DONE;
    }

    @Override
    public List<Put> writes() {
      return puts;
    }

    @Override
    public boolean failsInPart() {
      return puts.size() > 1 && puts.stream().anyMatch(Unfit::is);
    }

    @Override
    public List<Step> smaller() {
      return without(puts, PutList::new);
    }

    @Override
    public String toString() {
      return "list " + StepText.of(puts);
    }
  }

  /** {@code Table.delete} of one. */
  record DeleteOne(Delete delete) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException {
      table.table().delete(delete);
      return DONE;
    }

    @Override
    public List<Delete> writes() {
      return List.of(delete);
    }

    @Override
    public Optional<Gap> gap() {
      return gapOf(List.of(delete));
    }

    @Override
    public String toString() {
      return StepText.of(delete);
    }
  }

  /** {@code Table.delete} of a list; what is left in it counts. */
  record DeleteList(List<Delete> deletes) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException {
      List<Delete> left = new ArrayList<>(deletes);
      table.table().delete(left);
      return List.of("left " + left.size());
    }

    @Override
    public List<Delete> writes() {
      return deletes;
    }

    @Override
    public Optional<Gap> gap() {
      return gapOf(deletes);
    }

    @Override
    public List<Step> smaller() {
      return without(deletes, DeleteList::new);
    }

    @Override
    public String toString() {
      return "list " + StepText.of(deletes);
    }
  }

  /** {@code Table.batch} of puts, deletes and gets. */
  record Batch(List<Row> actions) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException, InterruptedException {
      Object[] results = new Object[actions.size()];
      table.table().batch(actions, results);
      return Arrays.stream(results).map(reply -> StepText.reply(reply, table)).toList();
    }

    @Override
    public List<Scan> reads() {
      return actions.stream().filter(Get.class::isInstance).map(g -> new Scan((Get) g)).toList();
    }

    @Override
    public List<Mutation> writes() {
      return actions.stream().filter(Mutation.class::isInstance).map(Mutation.class::cast).toList();
    }

    @Override
    public boolean failsInPart() {
      return actions.size() > 1 && actions.stream().anyMatch(Unfit::is);
    }

    @Override
    public Optional<Gap> gap() {
      return gapOf(writes());
    }

    @Override
    public List<Step> smaller() {
      return without(actions, Batch::new);
    }

    @Override
    public String toString() {
      return "batch " + StepText.of(actions);
    }
  }

  /** A {@code BufferedMutator}, opened and closed, that is given writes one by one or as a list. */
  record Buffered(List<Mutation> writes, boolean asList) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException {
      try (BufferedMutator mutator =
          table.connection().getBufferedMutator(table.table().getName())) {
        if (asList) {
          mutator.mutate(writes);
        } else {
          for (Mutation write : writes) {
            mutator.mutate(write);
          }
        }
        mutator.flush();
      }
      return DONE;
    }

    @Override
    public Optional<Gap> gap() {
      return gapOf(writes);
    }

    @Override
    public List<Step> smaller() {
      return without(writes, fewer -> new Buffered(fewer, asList));
    }

    @Override
    public String toString() {
      return "buffered " + (asList ? "as a list " : "") + StepText.of(writes);
    }
  }

  /** A {@code BufferedMutator} that is given writes before another put, and flushed after it. */
  record BufferedBefore(List<Mutation> laterWrites, Put put) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException, InterruptedException {
      try (BufferedMutator mutator =
          table.connection().getBufferedMutator(table.table().getName())) {
        mutator.mutate(laterWrites);
        table.table().put(put);
        table.awaitLater();
        mutator.flush();
      }
      return DONE;
    }

    @Override
    public List<Put> writes() {
      return List.of(put);
    }

    @Override
    public Optional<Gap> gap() {
      return gapOf(laterWrites);
    }

    @Override
    public List<Step> smaller() {
      return without(laterWrites, fewer -> new BufferedBefore(fewer, put));
    }

    @Override
    public String toString() {
      return StepText.of(put) + " while are buffered " + StepText.of(laterWrites);
    }
  }

  private static Optional<Gap> gapOf(List<? extends Mutation> writes) {
    for (Mutation write : writes) {
      for (List<Cell> cells : write.getFamilyCellMap().values()) {
        for (Cell cell : cells) {
          if (cell.getType() == Cell.Type.Delete
              && cell.getTimestamp() == HConstants.LATEST_TIMESTAMP) {
            return Optional.of(Gap.DELETE_NEWEST);
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Steps with one element less each; a list of one stays as it is. */
  static <T> List<Step> without(List<T> elements, Function<List<T>, Step> step) {
    List<Step> smaller = new ArrayList<>();
    for (int i = 0; elements.size() > 1 && i < elements.size(); i++) {
      List<T> fewer = new ArrayList<>(elements);
      fewer.remove(i);
      smaller.add(step.apply(List.copyOf(fewer)));
    }
    return smaller;
  }
}
