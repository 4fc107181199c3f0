package io.dartagnan.clusters.operations;

import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.util.Bytes;

/** Run of a history on two tables, up to the first step whose outcomes differ. */
public final class HistoryRun {

  /**
   * Two outcomes that differ.
   *
   * @param index the step's number, from 0
   */
  public record Difference(int index, Step step, Outcome expected, Outcome given) {}

  private final History history;
  private final Set<Gap> open;
  private final ComparedTable plain;
  private final ComparedTable safe;
  private final Ledger ledger;
  private final Map<LeftOut, Integer> leftOut = new EnumMap<>(LeftOut.class);
  private final Map<Gap, Integer> refused = new EnumMap<>(Gap.class);
  private int compared;
  private int withAnswers;
  private int failed;
  private int changes;

  HistoryRun(History history, Set<Gap> open, ComparedTable plain, ComparedTable safe) {
    this.history = history;
    this.open = open;
    this.plain = plain;
    this.safe = safe;
    this.ledger = new Ledger(history.shape());
  }

  /** Does the steps. */
  Optional<Difference> run() throws InterruptedException {
    for (int index = 0; index < history.steps().size(); index++) {
      Optional<Difference> difference = run(index, history.steps().get(index));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  private boolean changesBesideTheFuture(Step step) {
    boolean isChecked =
        step instanceof AtomicSteps.Checked || step instanceof AtomicSteps.MutateRow;
    return step.writes().stream()
        .filter(write -> isChecked || write instanceof Increment || write instanceof Append)
        .anyMatch(write -> ledger.isOfTheFuture(write.getRow()));
  }

  private Optional<Difference> run(int index, Step step) throws InterruptedException {
    if (step.gap().filter(open::contains).isPresent()) {
      return refuse(index, step);
    }
    Optional<LeftOut> reason = LeftOut.of(step, ledger, history.shape(), Times.ofStep(index));
    if (reason.isEmpty() && safe.isOnOneCluster() && changesBesideTheFuture(step)) {
      reason = Optional.of(LeftOut.CHANGE_BESIDE_THE_FUTURE);
    }
    if (reason.isPresent()) {
      leftOut.merge(reason.get(), 1, Integer::sum);
      return Optional.empty();
    }
    Outcome expected = plain.run(index, step);
    Outcome given = safe.run(index, step);
    if (!given.isAsGoodAs(expected, !step.queries().isEmpty())) {
      return Optional.of(new Difference(index, step, expected, given));
    }
    for (Mutation write : step.written(expected)) {
      ledger.enter(write, Times.ofStep(index));
    }
    if (!expected.failed()) {
      changes += step instanceof TableChanges.Change ? 1 : 0;
      step.change(ledger);
      for (Mutation write : step.laterWrites()) {
        ledger.enter(write, Times.later(Times.ofStep(index)));
      }
    }
    compared++;
    failed += expected.failed() ? 1 : 0;
    withAnswers += expected.lines().stream().anyMatch(line -> line.contains("=")) ? 1 : 0;
    return Optional.empty();
  }

  /** Requires that an open operation is refused, and the rows that it names are as they were. */
  private Optional<Difference> refuse(int index, Step step) throws InterruptedException {
    Outcome given = safe.run(index, step);
    if (!given.isRefusal()) {
      Outcome refusal = new Outcome(List.of(), new UnsupportedOperationException());
      return Optional.of(new Difference(index, step, refusal, given));
    }
    refused.merge(step.gap().orElseThrow(), 1, Integer::sum);
    Collection<Bytes> rows = new TreeSet<>();
    step.writes().forEach(write -> rows.add(new Bytes(write.getRow())));
    for (Bytes row : rows) {
      Optional<Difference> difference =
          run(index, new ReadSteps.GetOne(new Get(row.copyBytes()).readAllVersions()));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  /** Steps that were left out, by reason. */
  public Map<LeftOut, Integer> leftOut() {
    return leftOut;
  }

  /** Steps that the Safe Client refused as it should, by gap. */
  public Map<Gap, Integer> refused() {
    return refused;
  }

  /** Steps with equal outcomes. */
  public int compared() {
    return compared;
  }

  /** Those of them with cells in their answers. */
  public int withAnswers() {
    return withAnswers;
  }

  /** Those of them that changed the table. */
  public int changes() {
    return changes;
  }

  /** Those of them that failed alike. */
  public int failed() {
    return failed;
  }
}
