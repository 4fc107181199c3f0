package io.dartagnan.server.query.agreement;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.server.query.agreement.AlignedBatch.AlignedRow;
import io.dartagnan.server.query.agreement.RowSource.Retention;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;

/**
 * Brings the three parties to one list of rows, and of versions of the query's columns, before a
 * batch is evaluated.
 *
 * <p>Three clusters are three histories: a write may have reached one and not yet another, a delete
 * may be half-way. In the common case the three batches are alike and one round of digests shows
 * it. Where they differ, the parties send each other a {@link RowSummary}, and each keeps the rows
 * up to the nearest end of the three batches that two parties or more have, each with the newest
 * write of each column that all three hold. A row of which two parties know more than the third, or
 * may do so, is torn, and not decided here: the client reads it again. So neither writes in flight
 * nor what one party has lost bring a wrong answer.
 *
 * <p>The list that a party arrives at is part of the label of every step after it ({@link
 * AlignedBatch#label}): a party that told its peers different things gets no answer from them.
 *
 * <p>Each party learns the peers' row keys and write ids, which are plaintext and random.
 */
public final class Alignment {
  private static final int LABEL_BYTES = 16;

  /**
   * The age from which a write is no longer under way. Timestamps are those of the writes: a write
   * with an old timestamp of the application's own may be counted while it is under way.
   */
  private static final Duration OLD = Duration.ofMinutes(2);

  private final List<Retention> columns;
  private final int mostRows;
  private final Comparator<byte[]> order;
  private final ObjIntConsumer<Party> missing;

  /**
   * An alignment for the batches of one evaluation.
   *
   * @param columns the versions that are kept of each column that the query names
   * @param mostRows how many rows a batch may have, the same at all parties
   * @param order in which the rows of the range come
   * @param missing told how many writes a party lacks in a batch although the two others hold them
   *     and they are too old to be under way: that party has lost data, or was restored from an old
   *     backup, and clients read each such row again for every answer, or cannot have it; throws to
   *     end the evaluation where they are too many
   */
  public Alignment(
      List<Retention> columns,
      int mostRows,
      Comparator<byte[]> order,
      ObjIntConsumer<Party> missing) {
    this.columns = List.copyOf(columns);
    this.mostRows = mostRows;
    this.order = order;
    this.missing = missing;
  }

  /**
   * Agrees on a batch.
   *
   * @param context the step
   * @param rows this party's batch, in order of rows
   * @param exhausted whether nothing follows it in the range
   * @param absent makes what stands for a row that this party lacks
   * @throws ProtocolException if a peer fails or sends what is not a digest or summary
   */
  public <R extends StoredRow> AlignedBatch<R> agree(
      Context context, List<R> rows, boolean exhausted, Function<byte[], R> absent) {
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
    return reconcile(context.narrow("summary"), rows, exhausted, absent);
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
      Context step, List<R> rows, boolean exhausted, Function<byte[], R> absent) {
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
    List<RowSummary> all = List.of(told, next, prev);
    NavigableMap<byte[], R> stored = new TreeMap<>(order);
    rows.forEach(row -> stored.put(row.key(), row));
    NavigableSet<byte[]> keys = new TreeSet<>(order);
    for (RowSummary each : all) {
      keys.addAll(each.rowsThrough(through).keySet());
    }
    List<AlignedRow<R>> agreed = new ArrayList<>();
    for (byte[] key : keys) {
      if (all.stream().filter(each -> each.hasRow(key)).count() > 1) {
        R row = stored.containsKey(key) ? stored.get(key) : absent.apply(key);
        Version[] newest = newestOfAll(row, all);
        agreed.add(new AlignedRow<>(row, newest, isTorn(key, all)));
      }
    }
    reportLost(self, told, next, prev, through, stored);
    return new AlignedBatch<>(agreed, through, label(sha256(summary(agreed, through == null))));
  }

  /**
   * Looks in three summaries for writes that two parties hold and the third lacks although they are
   * too old to be under way. Such a write is the newest of its column at both, and the third has
   * nothing newer: what a party has cut off below newer versions counts for nothing. Neither does
   * what expires about now, since each party expires cells by a clock of its own. A row that two
   * have without any of the columns is one such write, if this party has it and knows its age.
   */
  private void reportLost(
      Party self,
      RowSummary own,
      RowSummary next,
      RowSummary prev,
      byte[] through,
      Map<byte[], ? extends StoredRow> stored) {
    long now = System.currentTimeMillis();
    report(self, lost(next, prev, own, through, now, stored));
    report(self.next(), lost(own, prev, next, through, now, stored));
    report(self.prev(), lost(own, next, prev, through, now, stored));
  }

  private void report(Party lacking, int writes) {
    if (writes > 0) {
      missing.accept(lacking, writes);
    }
  }

  /** Number of old writes that are the newest at two parties and not there at the third. */
  private int lost(
      RowSummary one,
      RowSummary other,
      RowSummary third,
      byte[] through,
      long now,
      Map<byte[], ? extends StoredRow> stored) {
    int lost = 0;
    Map<byte[], long[][]> others = other.rowsThrough(through);
    for (Map.Entry<byte[], long[][]> row : one.rowsThrough(through).entrySet()) {
      long[][] atOther = others.get(row.getKey());
      for (int column = 0; atOther != null && column < columns.size(); column++) {
        long[] writes = row.getValue()[column];
        if (writes.length > 0
            && writes[0] < now - OLD.toMillis()
            && columns.get(column).keeps(writes[0], now + OLD.toMillis())
            && atOther[column].length > 0
            && atOther[column][0] == writes[0]
            && atOther[column][1] == writes[1]
            && !third.hasOrIsBeyond(row.getKey(), column, writes[0], writes[1])) {
          lost++;
        }
      }
      byte[] key = row.getKey();
      if (!third.hasRow(key)
          && one.isBare(key)
          && other.isBare(key)
          && stored.containsKey(key)
          && stored.get(key).newest() < now - OLD.toMillis()) {
        lost++;
      }
    }
    return lost;
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

  private Version[] newestOfAll(StoredRow row, List<RowSummary> all) {
    Version[] newest = new Version[columns.size()];
    for (int column = 0; column < columns.size(); column++) {
      int of = column;
      newest[column] =
          row.versions(column).stream()
              .filter(version -> all.stream().allMatch(each -> each.has(row.key(), of, version)))
              .findFirst()
              .orElse(null);
    }
    return newest;
  }

  /**
   * Whether the parties cannot tell what a row holds. One party lacks it that the two others have:
   * it has lost the row, or a write or delete is under way or was left half-done. Or so it is with
   * versions of a column:
   *
   * <ul>
   *   <li>A party has some, and none is at all three. If one party was read before a put and
   *       another after a delete that followed, the row may have been without the column at no
   *       time.
   *   <li>Two parties have newer ones than the newest that is at all three. If they have the same,
   *       the third may have lost it. If not, one party may have been read before a version was
   *       overwritten that was at all three, and the other when it had dropped it. At one timestamp
   *       two writes are two versions.
   * </ul>
   *
   * <p>What one party alone has was never complete, or is no longer.
   */
  private boolean isTorn(byte[] row, List<RowSummary> all) {
    if (!all.stream().allMatch(each -> each.hasRow(row))) {
      return true;
    }
    for (int column = 0; column < columns.size(); column++) {
      int of = column;
      List<Set<RowSummary.Write>> writes = all.stream().map(each -> each.writes(row, of)).toList();
      OptionalLong known =
          writes.get(0).stream()
              .filter(write -> writes.stream().allMatch(each -> each.contains(write)))
              .mapToLong(RowSummary.Write::timestamp)
              .max();
      long haveNewer =
          writes.stream()
              .filter(
                  each ->
                      each.stream()
                          .anyMatch(
                              write -> known.isEmpty() || write.timestamp() > known.getAsLong()))
              .count();
      if (haveNewer > (known.isPresent() ? 1 : 0)) {
        return true;
      }
    }
    return false;
  }

  private static byte[] last(List<? extends StoredRow> rows) {
    return rows.get(rows.size() - 1).key();
  }

  private byte[] summary(List<? extends StoredRow> rows, boolean exhausted, int versions) {
    RowSummary.Writer into = new RowSummary.Writer(exhausted, rows.size());
    for (StoredRow row : rows) {
      into.row(row.key());
      for (int column = 0; column < columns.size(); column++) {
        into.versions(row.versions(column), versions);
      }
    }
    return into.bytes();
  }

  private <R extends StoredRow> byte[] summary(List<AlignedRow<R>> rows, boolean exhausted) {
    RowSummary.Writer into = new RowSummary.Writer(exhausted, rows.size());
    for (AlignedRow<R> row : rows) {
      into.row(row.stored().key());
      if (row.torn()) {
        into.torn();
        continue;
      }
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
