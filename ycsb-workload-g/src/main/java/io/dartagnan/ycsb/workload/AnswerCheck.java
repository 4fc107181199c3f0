package io.dartagnan.ycsb.workload;

import io.dartagnan.ycsb.hbase.BenchmarkTable;
import io.dartagnan.ycsb.model.TableModel;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import org.apache.hadoop.hbase.client.Result;

/**
 * Recomputation of an answer from the numbers of the rows, while its rows come: none may be
 * missing, none may be there that does not belong to it, and each holds what was written.
 *
 * <p>A row that was being inserted while the question was asked may be in the answer or not. It is
 * for one question and one thread.
 */
final class AnswerCheck implements BenchmarkTable.RowReader {
  private final TableModel model;
  private final TableRows rows;
  private final String question;
  private final LongPredicate belongs;
  private final long lastWritten;
  private final long limit;
  private long next;
  private long count;
  private Optional<String> wrong = Optional.empty();

  /**
   * Begins the check; the question is asked afterwards.
   *
   * @param question says in an error what was asked
   * @param belongs whether a row, by what was written in it, belongs to the answer
   * @param first row that was asked for
   * @param limit rows after which the answer may end; {@code Long.MAX_VALUE} for none
   */
  AnswerCheck(
      TableModel model,
      TableRows rows,
      String question,
      LongPredicate belongs,
      long first,
      long limit) {
    this.model = model;
    this.rows = rows;
    this.question = question;
    this.belongs = belongs;
    this.lastWritten = rows.lastWritten();
    this.limit = limit;
    this.next = first;
  }

  @Override
  public boolean read(Result result) {
    count++;
    if (wrong.isPresent()) {
      return false;
    }
    byte[] key = result.getRow();
    OptionalLong number = model.keys().row(key, 0, key.length);
    if (number.isEmpty()) {
      wrong = Optional.of("a row whose key is none of this table's was returned");
      return false;
    }
    long row = number.getAsLong();
    if (row < next) {
      wrong = Optional.of("row %s was returned twice or out of order".formatted(text(row)));
      return false;
    }
    wrong = missingBefore(row);
    if (wrong.isEmpty() && !belongs.test(row)) {
      wrong = Optional.of("row %s was returned and does not match".formatted(text(row)));
    }
    if (wrong.isEmpty()) {
      wrong = model.difference(row, result, model.columns());
    }
    next = row + 1;
    return wrong.isEmpty();
  }

  private Optional<String> missingBefore(long end) {
    long stop = Math.min(end, lastWritten + 1);
    for (long row = next; row < stop; row++) {
      if (belongs.test(row) && !rows.isUncertain(row)) {
        return Optional.of("row %s matches and was not returned".formatted(text(row)));
      }
    }
    return Optional.empty();
  }

  private String text(long row) {
    return model.keys().text(row);
  }

  /** The defect of the answer, once all its rows have come; empty if it was right. */
  Optional<String> finish() {
    if (wrong.isEmpty() && count > limit) {
      wrong = Optional.of("%d rows were returned, and the limit is %d".formatted(count, limit));
    }
    if (wrong.isEmpty() && count < limit) {
      wrong = missingBefore(Long.MAX_VALUE);
    }
    if (wrong.isEmpty() && next - 1 > rows.lastPossible()) {
      wrong = Optional.of("row %s was returned and never written".formatted(text(next - 1)));
    }
    return wrong.map(reason -> question + ": " + reason);
  }
}
