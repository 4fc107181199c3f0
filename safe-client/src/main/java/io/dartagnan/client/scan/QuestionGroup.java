package io.dartagnan.client.scan;

import io.dartagnan.client.filter.PredicateDealer;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.client.rpc.CloudFailures;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Questions of one connection about rows up to the same end, of which the clouds evaluate one at a
 * time: group commit, for filters and counts.
 *
 * <p>A question that finds no other under way is asked at once. Those that come meanwhile wait
 * until it has ended, and are then asked as one: one of them asks for all. So all of them need the
 * calls, rounds and messages of one. An evaluation begins after all the questions that it answers
 * have come: it has whatever was written before any of them. It goes from the first row of any of
 * them on, and each is asked about its own rows alone, by a condition on keys: the clouds open
 * nothing for rows that a question is not about.
 *
 * <p>Several questions take more computing for each row than one, so that this pays where there are
 * few rows: it is done from the first row on from which an answer was of at most {@value
 * #MOST_JUDGED}. The one that begins first asks for all, which would read these rows anyway. Nobody
 * depends on another: where the evaluation for all fails or takes long, each begins anew by itself,
 * unless a failure is told as the answer of all.
 *
 * <p>Safe for use by several threads.
 *
 * @param <A> an answer
 */
public final class QuestionGroup<A> {
  /** Rows, matching or not, of which an evaluation for several may be. */
  static final int MOST_JUDGED = 1 << 17;

  /** Of these, times the questions. */
  static final int MOST_LANES = 1 << 20;

  /** The longest wait for another question. */
  private static final Duration WAIT = Duration.ofSeconds(1);

  /** Time for which questions are asked alone after an answer that was too large, or too late. */
  private static final Duration APART = Duration.ofSeconds(10);

  private final Duration longestWait;
  private final Deque<Member<A>> waiting = new ArrayDeque<>();
  private boolean isUnderWay;
  // The first row from which on the rows are few, with their number; null while none is known.
  private byte[] fewFrom;
  private long judgedRows;
  private long apartSince = System.nanoTime() - APART.toNanos();

  private QuestionGroup(Duration longestWait) {
    this.longestWait = longestWait;
  }

  /**
   * The groups of one connection, by what is read. Safe for use by several threads.
   *
   * @param <A> an answer
   */
  public static final class Groups<A> {
    private static final int MOST = 256;

    private record Key(TableName table, ClientProtos.Scan scan) {}

    private final Map<Key, QuestionGroup<A>> groups =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Key, QuestionGroup<A>> eldest) {
            return size() > MOST;
          }
        };

    private final Duration longestWait;

    /** No questions yet. */
    public Groups() {
      this(WAIT);
    }

    /** The same with another bound of what a question waits for others. */
    public Groups(Duration longestWait) {
      this.longestWait = longestWait;
    }

    /**
     * Returns the group of the questions about some rows.
     *
     * @param scan what is read of each row; of scans that are equal in this, and that end with the
     *     same row, questions may be asked together
     * @param rows the rows, which need not begin with the same one unless the scan is reversed, or
     *     has a filter on keys: what that lets pass may depend on the rows before
     */
    public QuestionGroup<A> of(TableName table, Scan scan, RowInterval rows) throws IOException {
      RowInterval shared =
          scan.isReversed() || scan.hasFilter()
              ? rows
              : new RowInterval(HConstants.EMPTY_START_ROW, rows.stop());
      Key key = new Key(table, ProtobufUtil.toScan(shared.within(new Scan(scan))));
      synchronized (groups) {
        return groups.computeIfAbsent(key, any -> new QuestionGroup<>(longestWait));
      }
    }
  }

  /**
   * One question.
   *
   * @param <A> an answer
   */
  public static final class Member<A> {
    private final WhereClause where;
    private final RowInterval rows;
    private final int mostTogether;

    // Guarded by the group: the questions that this one is to ask, with itself; or the answer that
    // another has got for it; or that it is on its own.
    private List<Member<A>> led = List.of();
    private A answer;
    private boolean isAlone;
    private boolean closed;

    /**
     * A question.
     *
     * @param where the clause that it is about
     * @param rows the rows that it is about, by which its group was chosen
     * @param mostTogether how many may be asked as one; 1 for this one alone
     */
    public Member(WhereClause where, RowInterval rows, int mostTogether) {
      this.where = where;
      this.rows = rows;
      this.mostTogether = mostTogether;
    }

    /** Returns the clause that it is about. */
    public WhereClause where() {
      return where;
    }

    /** Returns the rows that it is about. */
    public RowInterval rows() {
      return rows;
    }

    private boolean isToldWhatToDo() {
      return !led.isEmpty() || answer != null || isAlone || closed;
    }
  }

  /**
   * Several questions as one.
   *
   * @param each their clauses, in their order
   * @param rows the rows of all of them
   */
  public record Joint(List<WhereClause> each, RowInterval rows) {

    /**
     * Joins questions of one group. Where all are about the same rows, their clauses say enough.
     */
    public static Joint of(List<? extends Member<?>> questions) {
      byte[] start =
          questions.stream()
              .map(question -> question.rows().start())
              .min(Bytes.BYTES_COMPARATOR)
              .orElseThrow();
      boolean beginAlike =
          questions.stream().allMatch(each -> Arrays.equals(each.rows().start(), start));
      List<WhereClause> each =
          questions.stream()
              .map(
                  question ->
                      beginAlike
                          ? question.where()
                          : WhereClause.from(question.where(), question.rows().start()))
              .toList();
      return new Joint(each, new RowInterval(start, questions.get(0).rows().stop()));
    }
  }

  private boolean isShared(Member<A> question) {
    return fewFrom != null
        && Bytes.compareTo(question.rows.start(), fewFrom) >= 0
        && System.nanoTime() - apartSince >= APART.toNanos();
  }

  /**
   * Has a question asked, or wait for its turn and be told what to do: take an answer, ask for
   * those that it {@linkplain #led leads}, or ask for itself if it leads none.
   *
   * @return the answer that another has got for it
   */
  public synchronized Optional<A> enter(Member<A> question) throws InterruptedIOException {
    if (question.mostTogether > 1 && isShared(question)) {
      if (isUnderWay) {
        waiting.add(question);
        await(question);
      } else {
        isUnderWay = true;
        question.led = List.of(question);
      }
    }
    A answer = question.answer;
    // It may be large, and a scanner is kept for long.
    question.answer = null;
    return Optional.ofNullable(answer);
  }

  private void await(Member<A> question) throws InterruptedIOException {
    long begun = System.nanoTime();
    try {
      while (!question.isToldWhatToDo()) {
        long left = longestWait.toNanos() - (System.nanoTime() - begun);
        if (left <= 0) {
          // Nor are those that come to wait for what does not end.
          question.isAlone = true;
          keepApart();
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException e) {
      if (!question.led.isEmpty()) {
        end(question.led, List.of());
      }
      throw CloudFailures.interrupted(
          "interrupted while waiting for filters or counts of some of the same rows", e);
    } finally {
      waiting.remove(question);
    }
  }

  /**
   * Returns the questions for which one is to ask, itself the first; none if it takes an answer or
   * asks for itself alone. Whoever leads some calls {@link #end} when it has asked, and nobody else
   * does.
   */
  public synchronized List<Member<A>> led(Member<A> question) {
    return question.led;
  }

  /**
   * Ends an evaluation, and has the first of the questions that wait begin the next.
   *
   * @param asked those that it was for
   * @param answers of each of them; none if each is to begin anew
   */
  public synchronized void end(List<Member<A>> asked, List<A> answers) {
    for (int i = 0; i < asked.size(); i++) {
      asked.get(i).answer = answers.isEmpty() ? null : answers.get(i);
      asked.get(i).isAlone = answers.isEmpty();
    }
    isUnderWay = !waiting.isEmpty();
    if (isUnderWay) {
      List<Member<A>> next = next();
      next.get(0).led = next;
    }
    notifyAll();
  }

  /** Takes those off that fit into one query, the first at least. */
  private List<Member<A>> next() {
    long most = Math.min(waiting.peek().mostTogether, MOST_LANES / Math.max(1, judgedRows));
    List<Member<A>> next = waiting.stream().limit(Math.max(1, most)).toList();
    while (next.size() > 1 && !PredicateDealer.fits(each(next))) {
      next = next.subList(0, next.size() / 2);
    }
    next.forEach(waiting::remove);
    return next.stream()
        .sorted(Comparator.comparing(each -> each.rows.start(), Bytes.BYTES_COMPARATOR))
        .toList();
  }

  private WhereClause each(List<Member<A>> questions) {
    return new WhereClause.Joined(false, Joint.of(questions).each());
  }

  /**
   * Takes note of how many rows an evaluation was.
   *
   * @param start the first of them
   */
  public synchronized void judged(byte[] start, long judged) {
    boolean isWithin = fewFrom != null && Bytes.compareTo(start, fewFrom) > 0;
    if (judged <= MOST_JUDGED) {
      fewFrom = isWithin ? fewFrom : start;
      judgedRows = isWithin ? Math.max(judgedRows, judged) : judged;
    } else if (fewFrom != null && Bytes.compareTo(start, fewFrom) >= 0) {
      fewFrom = null;
    }
  }

  /** Takes note of an answer that cannot be shared, or comes too late. */
  public synchronized void keepApart() {
    apartSince = System.nanoTime();
  }

  /** Ends a question that waits. */
  synchronized void close(Member<A> question) {
    question.closed = true;
    notifyAll();
  }

  /** Returns whether a question was ended. */
  synchronized boolean isClosed(Member<A> question) {
    return question.closed;
  }
}
