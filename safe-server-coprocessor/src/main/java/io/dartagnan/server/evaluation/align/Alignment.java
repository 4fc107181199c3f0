package io.dartagnan.server.evaluation.align;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.schema.NewerVersions;
import io.dartagnan.server.evaluation.align.AlignedBatch.AlignedRow;
import io.dartagnan.server.evaluation.row.Retention;
import io.dartagnan.server.evaluation.row.StoredRow;
import io.dartagnan.server.evaluation.row.Version;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Brings the three parties to one list of rows, and of versions of the query's columns, before a
 * batch is evaluated.
 *
 * <p>Three clusters are three histories: a write may have reached one and not yet another, a delete
 * may be half-way. In the common case the three batches are alike and one round of digests shows
 * it. Where they differ, the parties send each other a {@link RowSummary}, and each keeps what all
 * three have: rows up to the nearest end of the three batches, each with the newest write of each
 * column that all three hold. Those are versions the table had, so writes in flight cost time and
 * never bring a wrong answer; a row that may never have been without a column of which no version
 * is at all three is torn, and not decided here. A cell that was written more often between the
 * three reads than versions of it are kept may have none in common: then the batch fails, to be
 * read again.
 *
 * <p>The list that a party arrives at is part of the label of every step after it ({@link
 * AlignedBatch#label}): a party that told its peers different things gets no answer from them.
 *
 * <p>Each party learns the peers' row keys and write ids, which are plaintext and random.
 */
public final class Alignment {
  private static final int LABEL_BYTES = 16;

  private final List<Retention> columns;
  private final int mostRows;
  private final Comparator<byte[]> order;
  private final LostWrites lost;

  /**
   * An alignment for the batches of one evaluation.
   *
   * @param columns the versions that are kept of each column that the query names
   * @param mostRows how many rows a batch may have, the same at all parties
   * @param order in which the rows of the range come
   * @param missing hears of writes that one party has lost
   */
  public Alignment(
      List<Retention> columns, int mostRows, Comparator<byte[]> order, MissingWrites missing) {
    this.columns = List.copyOf(columns);
    this.mostRows = mostRows;
    this.order = order;
    this.lost = new LostWrites(this.columns, missing);
  }

  /**
   * Agrees on a batch.
   *
   * @param context the step
   * @param rows this party's batch, in order of rows
   * @param exhausted whether nothing follows it in the range
   * @throws ProtocolException if a peer fails or sends what is not a digest or summary, or a cell
   *     has versions at all parties and none in common, and some may have been cut off
   */
  public <R extends StoredRow> AlignedBatch<R> agree(
      Context context, List<R> rows, boolean exhausted) {
    byte[] digest = sha256(summary(rows, exhausted, 1));
    if (allThreeHave(context.narrow("digest"), digest)) {
      if (rows.isEmpty() && !exhausted) {
        return AlignedBatch.nothingYet();
      }
      List<AlignedRow<R>> all = new ArrayList<>(rows.size());
      for (R row : rows) {
        all.add(new AlignedRow<>(row, newest(row), false));
      }
      return new AlignedBatch<>(all, exhausted ? null : last(rows), label(digest));
    }
    return reconcile(context.narrow("summary"), rows, exhausted);
  }

  /** Each party sees all three digests, so all of them come to the same answer. */
  private static boolean allThreeHave(Context step, byte[] digest) {
    Party self = step.self();
    step.sendBytes(self.next(), digest);
    step.sendBytes(self.prev(), digest);
    boolean next = sameDigest(self.next(), step.receiveBytes(self.next()), digest);
    boolean prev = sameDigest(self.prev(), step.receiveBytes(self.prev()), digest);
    return next && prev;
  }

  private static boolean sameDigest(Party peer, ByteBuffer received, byte[] digest) {
    if (received.remaining() != digest.length) {
      throw new ProtocolException(peer, "sent " + received.remaining() + " bytes for a digest");
    }
    return received.equals(ByteBuffer.wrap(digest));
  }

  private <R extends StoredRow> AlignedBatch<R> reconcile(
      Context step, List<R> rows, boolean exhausted) {
    Party self = step.self();
    byte[] own = summary(rows, exhausted, Integer.MAX_VALUE);
    if (own.length > Exchange.MAX_PAYLOAD_BYTES) {
      throw new ProtocolException(
          "the keys and versions of a batch of %d rows take %d bytes, %d can be agreed on"
              .formatted(rows.size(), own.length, Exchange.MAX_PAYLOAD_BYTES));
    }
    step.sendBytes(self.next(), own);
    step.sendBytes(self.prev(), own);
    RowSummary next = receive(step, self.next());
    RowSummary prev = receive(step, self.prev());

    if ((rows.isEmpty() && !exhausted) || next.isNothingYet() || prev.isNothingYet()) {
      return AlignedBatch.nothingYet();
    }
    byte[] through = exhausted ? null : last(rows);
    for (RowSummary peer : List.of(next, prev)) {
      if (!peer.isExhausted() && (through == null || order.compare(peer.last(), through) < 0)) {
        through = peer.last();
      }
    }
    RowSummary told =
        RowSummary.read(self, ByteBuffer.wrap(own), columns.size(), rows.size(), order);
    List<AlignedRow<R>> agreed = new ArrayList<>();
    for (R row : rows) {
      if (through != null && order.compare(row.key(), through) > 0) {
        break;
      }
      if (next.hasRow(row.key()) && prev.hasRow(row.key())) {
        Version[] newest = newestOfAll(row, next, prev);
        agreed.add(
            new AlignedRow<>(row, newest, isTorn(row.key(), newest, List.of(told, next, prev))));
      }
    }
    lost.look(self, told, next, prev, through);
    return new AlignedBatch<>(agreed, through, label(sha256(summary(agreed, through == null))));
  }

  private RowSummary receive(Context step, Party peer) {
    return RowSummary.read(peer, step.receiveBytes(peer), columns.size(), mostRows, order);
  }

  private Version[] newest(StoredRow row) {
    Version[] newest = new Version[columns.size()];
    for (int column = 0; column < columns.size(); column++) {
      List<Version> versions = row.versions(column);
      newest[column] = versions.isEmpty() ? null : versions.get(0);
    }
    return newest;
  }

  private Version[] newestOfAll(StoredRow row, RowSummary next, RowSummary prev) {
    Version[] newest = new Version[columns.size()];
    for (int column = 0; column < columns.size(); column++) {
      for (Version version : row.versions(column)) {
        if (next.has(row.key(), column, version) && prev.has(row.key(), column, version)) {
          newest[column] = version;
          break;
        }
      }
      if (newest[column] == null) {
        requireAll(row, column, next, prev);
      }
    }
    return newest;
  }

  /**
   * Whether a party has versions of a column of which none is at all three: a write or delete is
   * under way, or was left half-done, or one party was read before a put and another after a delete
   * that followed. In the last case the row may have been without the column at no time.
   *
   * <p>Likewise if two parties each have a version newer than the one that all have, which the
   * other has not: one may have been read before a version was overwritten that was at all three,
   * and the other when it had dropped it. At one timestamp two writes are two versions.
   */
  private static boolean isTorn(byte[] row, Version[] newest, List<RowSummary> all) {
    for (int column = 0; column < newest.length; column++) {
      int of = column;
      long known = newest[column] == null ? Long.MIN_VALUE : newest[column].timestamp();
      List<Set<RowSummary.Write>> newer =
          all.stream().map(each -> each.newer(row, of, known)).toList();
      if (newest[column] == null
          ? newer.stream().anyMatch(each -> !each.isEmpty())
          : NewerVersions.areCrossed(newer)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns if the parties' versions of a column, which have none in common, are all there are; or
   * if the newest of all have one timestamp, at which a write that is under way, or was left
   * half-done, has taken the place of another at some: the row is torn, and its reader asks what
   * was there.
   */
  private void requireAll(StoredRow row, int column, RowSummary next, RowSummary prev) {
    int own = row.versions(column).size();
    int atNext = next.versions(row.key(), column);
    int atPrev = prev.versions(row.key(), column);
    boolean atAll = own > 0 && atNext > 0 && atPrev > 0;
    if (atAll) {
      long newest = row.versions(column).get(0).timestamp();
      if (newest == next.newest(row.key(), column) && newest == prev.newest(row.key(), column)) {
        return;
      }
    }
    Retention of = columns.get(column);
    // Each party knows this of its own store, and one that knows it ends the batch for all.
    boolean hasDropped = row.settledVersions(column) >= of.declared();
    if (atAll && (hasDropped || Math.max(own, Math.max(atNext, atPrev)) >= of.versions())) {
      throw new ProtocolException(
          "a cell is written faster than it is read: of the versions that each party keeps none is at all three");
    }
  }

  private static byte[] last(List<? extends StoredRow> rows) {
    return rows.get(rows.size() - 1).key();
  }

  private byte[] summary(List<? extends StoredRow> rows, boolean exhausted, int versions) {
    SummaryWriter into = new SummaryWriter(exhausted, rows.size());
    for (StoredRow row : rows) {
      into.row(row.key());
      for (int column = 0; column < columns.size(); column++) {
        into.versions(row.versions(column), versions);
      }
    }
    return into.bytes();
  }

  private <R extends StoredRow> byte[] summary(List<AlignedRow<R>> rows, boolean exhausted) {
    SummaryWriter into = new SummaryWriter(exhausted, rows.size());
    for (AlignedRow<R> row : rows) {
      into.row(row.stored().key());
      for (int column = 0; column < columns.size(); column++) {
        into.version(row.version(column));
      }
    }
    return into.bytes();
  }

  private static String label(byte[] digest) {
    return "rows-" + HexFormat.of().formatHex(digest, 0, LABEL_BYTES);
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks SHA-256", e);
    }
  }
}
