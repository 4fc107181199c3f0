package io.dartagnan.client.scan;

import io.dartagnan.client.filter.PredicateDealer;
import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.client.read.RowScanner;
import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.IOFunction;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A scanner of the rows that satisfy a clause, by an evaluation that it may share with other scans
 * of its connection: group commit, for filters.
 *
 * <p>A scan that finds no other of the same rows under way begins at once. Those that come
 * meanwhile wait until it has ended, and are then evaluated as one, by the disjunction of their
 * clauses: the first of them reads the answer, and each takes the rows that satisfy its own clause.
 * So all of them need the calls, rounds and messages of one. The clouds learn which rows satisfy
 * one of the clauses at least, and not which clause. An evaluation begins after all the scans that
 * it serves have: it has whatever was written before any of them.
 *
 * <p>A disjunction takes more computing for each row than its parts alone, so that this pays where
 * there are few rows: it is done where the last answer was of at most {@value #MOST_JUDGED}. Nobody
 * depends on another scan: where the shared evaluation fails, takes long, or has too large an
 * answer to be kept, each begins anew by itself.
 *
 * <p>As with HBase's own scanners, one thread at a time reads; any thread may close.
 */
public final class GroupedRows implements RowScanner {
  private static final Logger LOG = LoggerFactory.getLogger(GroupedRows.class);

  /** Rows, matching or not, of which a shared evaluation may be. */
  static final int MOST_JUDGED = 1 << 17;

  /** Of these, times the scans that share it. */
  static final int MOST_LANES = 1 << 20;

  /** Bytes of cells in an answer that is shared. */
  static final long MOST_BYTES = 4 << 20;

  /** The longest wait for another scan. */
  private static final Duration WAIT = Duration.ofSeconds(1);

  /** Time for which scans are evaluated alone after an answer that was too large, or too late. */
  private static final Duration APART = Duration.ofSeconds(10);

  private final Group group;
  private final WhereClause where;
  private final int mostTogether;
  private final IOFunction<WhereClause, RowScanner> evaluation;

  // Guarded by the group: the scans whose evaluation this one is to run, with itself; or the answer
  // that another has read; or that it is on its own.
  private List<GroupedRows> served;
  private Answer answer;
  private boolean isAlone;
  private boolean closed;

  private volatile RowScanner rows;

  private GroupedRows(
      Group group,
      WhereClause where,
      int mostTogether,
      IOFunction<WhereClause, RowScanner> evaluation) {
    this.group = group;
    this.where = where;
    this.mostTogether = mostTogether;
    this.evaluation = evaluation;
  }

  /** The scans of one connection, by what they read. Safe for use by several threads. */
  public static final class Groups {
    private static final int MOST = 256;

    private record Key(TableName table, ClientProtos.Scan scan) {}

    private final Map<Key, Group> groups =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Key, Group> eldest) {
            return size() > MOST;
          }
        };

    private final Duration longestWait;

    /** Creates one without scans. */
    public Groups() {
      this(WAIT);
    }

    /** Creates one with another bound of what a scan waits for others. */
    Groups(Duration longestWait) {
      this.longestWait = longestWait;
    }

    /**
     * Returns a scanner of the rows that satisfy a clause.
     *
     * @param scan the rows, and what is wanted of each; scans that are equal in this may be
     *     evaluated together
     * @param mostTogether how many may be evaluated as one; 1 for this one alone
     * @param evaluation of those rows by another clause; begins when its first row is asked for
     */
    public RowScanner rows(
        TableName table,
        Scan scan,
        WhereClause where,
        int mostTogether,
        IOFunction<WhereClause, RowScanner> evaluation)
        throws IOException {
      Key key = new Key(table, ProtobufUtil.toScan(scan));
      synchronized (groups) {
        return new GroupedRows(
            groups.computeIfAbsent(key, any -> new Group(longestWait)),
            where,
            mostTogether,
            evaluation);
      }
    }
  }

  /** Scans that may be evaluated together, at most one evaluation of them at a time. */
  private static final class Group {
    private final Duration longestWait;
    private final Deque<GroupedRows> waiting = new ArrayDeque<>();
    private boolean isUnderWay;
    private long judgedRows = Long.MAX_VALUE;
    private long apartSince = System.nanoTime() - APART.toNanos();

    Group(Duration longestWait) {
      this.longestWait = longestWait;
    }

    private boolean isShared() {
      return judgedRows <= MOST_JUDGED && System.nanoTime() - apartSince >= APART.toNanos();
    }

    /**
     * Has a scan begin, or wait for its turn and be told what it is to do.
     *
     * @return the answer that another has read for it
     */
    synchronized Optional<Answer> enter(GroupedRows scan) throws InterruptedIOException {
      if (scan.mostTogether > 1 && isShared()) {
        if (isUnderWay) {
          waiting.add(scan);
          await(scan);
        } else {
          isUnderWay = true;
          scan.served = List.of(scan);
        }
      }
      return Optional.ofNullable(scan.answer);
    }

    private void await(GroupedRows scan) throws InterruptedIOException {
      long begun = System.nanoTime();
      try {
        while (scan.served == null && scan.answer == null && !scan.isAlone && !scan.closed) {
          long left = longestWait.toNanos() - (System.nanoTime() - begun);
          if (left <= 0) {
            // Nor are those that come to wait for what does not end.
            scan.isAlone = true;
            keepApart();
          }
          TimeUnit.NANOSECONDS.timedWait(this, left);
        }
      } catch (InterruptedException e) {
        if (scan.served != null) {
          end(scan.served, null);
        }
        throw CloudFailures.interrupted("interrupted while waiting for a filtered scan", e);
      } finally {
        waiting.remove(scan);
      }
    }

    /** Ends an evaluation, and has the first of the scans that wait begin the next. */
    synchronized void end(List<GroupedRows> ofEvaluation, Answer read) {
      for (GroupedRows scan : ofEvaluation) {
        scan.answer = read;
        scan.isAlone = read == null;
      }
      isUnderWay = !waiting.isEmpty();
      if (isUnderWay) {
        List<GroupedRows> next = next();
        next.get(0).served = next;
      }
      notifyAll();
    }

    /** Takes those off that fit into one query, the first at least. */
    private List<GroupedRows> next() {
      long most = Math.min(waiting.peek().mostTogether, MOST_LANES / Math.max(1, judgedRows));
      List<GroupedRows> next = waiting.stream().limit(Math.max(1, most)).toList();
      while (next.size() > 1 && !PredicateDealer.fits(either(next))) {
        next = next.subList(0, next.size() / 2);
      }
      next.forEach(waiting::remove);
      return List.copyOf(next);
    }

    /** Hears of how many rows an evaluation was. */
    synchronized void judged(long judged) {
      judgedRows = judged;
    }

    /** Hears of an answer that is too large to be shared, or that comes too late. */
    synchronized void keepApart() {
      apartSince = System.nanoTime();
    }

    synchronized void close(GroupedRows scan) {
      scan.closed = true;
      notifyAll();
    }
  }

  private static WhereClause either(List<GroupedRows> scans) {
    return WhereClause.or(scans.stream().map(scan -> scan.where).toList());
  }

  /** An answer that was read to its end. */
  private record Answer(List<Result> rows, long judgedRows, long meshBytes) {}

  @Override
  public Result next() throws IOException {
    if (rows == null) {
      Optional<Answer> read = group.enter(this);
      if (served == null) {
        begin(read.isPresent() ? new Taken(read.get(), where::holds) : evaluation.apply(where));
      } else if (served.size() == 1) {
        return firstOfOne();
      } else {
        readForAll();
      }
    }
    return nextRow();
  }

  private Result nextRow() throws IOException {
    Result row = rows.next();
    if (row == null && !isClosed()) {
      group.judged(rows.judgedRows());
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
  private Result firstOfOne() throws IOException {
    try {
      begin(evaluation.apply(where));
      return nextRow();
    } finally {
      group.end(served, null);
    }
  }

  /** Evaluates all the scans that this one leads. */
  private void readForAll() throws IOException {
    WhereClause any = either(served);
    Answer read = null;
    RowScanner own = null;
    try {
      begin(evaluation.apply(any));
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
        // For nobody: whoever reads this finds out that a cloud deviates.
        own =
            new Taken(new Answer(List.of(row), rows.judgedRows(), rows.meshBytes()), each -> true);
      } else if (!isClosed()) {
        read = new Answer(all, rows.judgedRows(), rows.meshBytes());
        own = new Taken(read, where::holds);
      }
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      LOG.debug("{} filtered scans are evaluated one by one", served.size(), e);
    } finally {
      if (rows != null) {
        rows.close();
      }
      group.end(served, read);
    }
    begin(own == null ? evaluation.apply(where) : own);
  }

  private boolean isClosed() {
    synchronized (group) {
      return closed;
    }
  }

  /** The rows of an answer that a scan takes, each as a result of its own. */
  private static final class Taken implements RowScanner {
    private final Answer answer;
    private final List<Result> taken;
    private int next;

    Taken(Answer answer, Predicate<Result> isWanted) {
      this.answer = answer;
      this.taken = answer.rows.stream().filter(isWanted).toList();
    }

    @Override
    public Result next() {
      return next == taken.size() ? null : Result.create(taken.get(next++).rawCells());
    }

    @Override
    public long judgedRows() {
      return answer.judgedRows;
    }

    @Override
    public long droppedRows() {
      return Math.max(0, answer.judgedRows - taken.size());
    }

    @Override
    public long meshBytes() {
      return answer.meshBytes;
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
    group.close(this);
    RowScanner open = rows;
    if (open != null) {
      open.close();
    }
  }
}
