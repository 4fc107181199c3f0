package io.dartagnan.client.scan;

import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.client.read.RowScanner;
import io.dartagnan.client.scan.QuestionGroup.Joint;
import io.dartagnan.client.scan.QuestionGroup.Member;
import io.dartagnan.client.scan.RangeRun.OpenedTooOftenException;
import io.dartagnan.wire.CloudDeviationException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A scanner of the rows that satisfy a clause, by an evaluation that it may share with other scans
 * of its connection ({@link QuestionGroup}).
 *
 * <p>Scans that wait are evaluated as one by the disjunction of their clauses: one of them reads
 * the answer, and each takes those of its rows that satisfy its own clause. The clouds learn which
 * rows satisfy one of the clauses that are asked about them at least, and not which clause. An
 * answer that is too large to be kept is not shared. Where the evaluation fails each scan has one
 * of its own, unless it ended again and again while verdicts were opened, or a cloud deviated from
 * the protocol: that ends all of them.
 *
 * <p>As with HBase's own scanners, one thread at a time reads; any thread may close.
 */
public final class GroupedRows implements RowScanner {
  private static final Logger LOG = LoggerFactory.getLogger(GroupedRows.class);

  /** Bytes of cells in an answer that is shared: a small part of the heap, several may be kept. */
  static final long MOST_BYTES =
      Math.max(4 << 20, Math.min(Runtime.getRuntime().maxMemory() / 128, 32 << 20));

  private final QuestionGroup<Answer> group;
  private final Member<Answer> scan;
  private final Evaluation evaluation;

  private volatile RowScanner rows;
  private byte[] begins;

  /**
   * A scanner.
   *
   * @param group of the scans of rows up to the same end
   * @param mostTogether how many may be evaluated as one; 1 for this one alone
   * @param evaluation of some rows by some clause; begins when its first row is asked for
   */
  public GroupedRows(
      QuestionGroup<Answer> group,
      RowInterval rows,
      WhereClause where,
      int mostTogether,
      Evaluation evaluation) {
    this.group = group;
    this.scan = new Member<>(where, rows, mostTogether);
    this.begins = rows.start();
    this.evaluation = evaluation;
  }

  /** Evaluation of a clause over some rows. */
  @FunctionalInterface
  public interface Evaluation {

    /** Returns those that satisfy the clause. */
    RowScanner of(RowInterval rows, WhereClause where) throws IOException;
  }

  /**
   * An answer that was read to its end, or the failure that ends all the scans.
   *
   * @param rows none if it failed
   */
  public record Answer(
      List<Result> rows, long judgedRows, long meshBytes, Optional<IOException> failure) {

    static Answer of(List<Result> rows, RowScanner read) {
      return new Answer(rows, read.judgedRows(), read.meshBytes(), Optional.empty());
    }

    static Answer failed(IOException failure) {
      return new Answer(List.of(), 0, 0, Optional.of(failure));
    }
  }

  @Override
  public Result next() throws IOException {
    if (rows == null) {
      Optional<Answer> read = group.enter(scan);
      List<Member<Answer>> led = group.led(scan);
      if (led.isEmpty()) {
        begin(read.isPresent() ? new Taken(read.get(), this::isOwn) : alone());
      } else if (led.size() == 1) {
        return firstOfOne(led);
      } else {
        readForAll(led);
      }
    }
    return nextRow();
  }

  /** Whether a row belongs to this scan's answer. */
  private boolean isOwn(Result row) {
    return scan.rows().contains(row.getRow()) && scan.where().holds(row);
  }

  private RowScanner alone() throws IOException {
    return evaluation.of(scan.rows(), scan.where());
  }

  private Result nextRow() throws IOException {
    Result row = rows.next();
    if (row == null && !isClosed()) {
      group.judged(begins, rows.judgedRows());
    }
    return row;
  }

  private void begin(RowScanner scanner) {
    rows = scanner;
    if (isClosed()) {
      scanner.close();
    }
  }

  /** Evaluates this scan alone; others may begin as soon as its first rows are there. */
  private Result firstOfOne(List<Member<Answer>> led) throws IOException {
    try {
      begin(alone());
      return nextRow();
    } finally {
      group.end(led, List.of());
    }
  }

  /** Evaluates all the scans that this one leads. */
  private void readForAll(List<Member<Answer>> led) throws IOException {
    Joint joint = Joint.of(led);
    WhereClause any = WhereClause.or(joint.each());
    begins = joint.rows().start();
    Answer read = null;
    RowScanner own = null;
    IOException deviation = null;
    try {
      begin(evaluation.of(joint.rows(), any));
      List<Result> all = new ArrayList<>();
      long bytes = 0;
      Result row = rows.next();
      while (row != null && bytes < MOST_BYTES && any.holds(row)) {
        all.add(row);
        bytes += Result.getTotalSizeOfCells(row);
        row = rows.next();
      }
      if (row != null && any.holds(row)) {
        group.keepApart();
      } else if (row != null) {
        deviation = JudgedScanner.deviation(row, any);
      } else if (!isClosed()) {
        read = Answer.of(all, rows);
        own = new Taken(read, this::isOwn);
      }
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      if (isForAll(e)) {
        read = Answer.failed(e);
        own = new Taken(read, each -> true);
      } else if (!isClosed()) {
        LOG.warn(
            "{} filtered scans that were evaluated together failed, and are evaluated one by one: {}",
            led.size(),
            e.getMessage());
        group.keepApart();
      }
    } finally {
      if (rows != null) {
        rows.close();
      }
      group.end(led, read == null ? List.of() : Collections.nCopies(led.size(), read));
    }
    if (deviation != null) {
      throw deviation;
    }
    begin(own == null ? alone() : own);
  }

  /** Whether no scan may be evaluated again: a cloud would learn more, or have another try. */
  private static boolean isForAll(IOException failure) {
    return hasDeviated(failure)
        || Throwables.getCausalChain(failure).stream()
            .anyMatch(OpenedTooOftenException.class::isInstance);
  }

  private static boolean hasDeviated(IOException failure) {
    return Throwables.getCausalChain(failure).stream()
        .anyMatch(CloudDeviationException.class::isInstance);
  }

  private boolean isClosed() {
    return group.isClosed(scan);
  }

  /** The rows of an answer that a scan takes, each as a result of its own. */
  private static final class Taken implements RowScanner {
    private final long judgedRows;
    private final long meshBytes;
    private final Optional<IOException> failure;
    private final List<Result> taken;
    private int next;

    Taken(Answer answer, Predicate<Result> isWanted) {
      this.judgedRows = answer.judgedRows;
      this.meshBytes = answer.meshBytes;
      this.failure = answer.failure;
      this.taken = answer.rows.stream().filter(isWanted).toList();
    }

    @Override
    public Result next() throws IOException {
      if (failure.isPresent()) {
        String reason = failure.get().getMessage();
        throw hasDeviated(failure.get())
            ? new CloudDeviationException(reason, failure.get())
            : new RetriesExhaustedException(reason, failure.get());
      }
      return next == taken.size() ? null : Result.create(taken.get(next++).rawCells());
    }

    @Override
    public long judgedRows() {
      return judgedRows;
    }

    @Override
    public long droppedRows() {
      return Math.max(0, judgedRows - taken.size());
    }

    @Override
    public long meshBytes() {
      return meshBytes;
    }

    @Override
    public void close() {}
  }

  @Override
  public long judgedRows() {
    RowScanner open = rows;
    return open == null ? 0 : open.judgedRows();
  }

  @Override
  public long droppedRows() {
    RowScanner open = rows;
    return open == null ? 0 : open.droppedRows();
  }

  @Override
  public long meshBytes() {
    RowScanner open = rows;
    return open == null ? 0 : open.meshBytes();
  }

  @Override
  public void close() {
    group.close(scan);
    RowScanner open = rows;
    if (open != null) {
      open.close();
    }
  }
}
