package io.dartagnan.server.evaluation;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.session.Context;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Brings the three parties to one list of (row, write) before a batch is evaluated.
 *
 * <p>Three clusters are three histories: a write may have reached one and not yet another, a delete
 * may be half-way. In the common case the three batches are alike and one round of digests shows
 * it. Where they differ, the parties send each other what they have, and each keeps what all three
 * have: rows up to the nearest end of the three batches, each with the newest write of the filter's
 * column that all three hold. That is a version the table had, so writes in flight cost time and
 * never bring a wrong answer.
 *
 * <p>What a party learns: the peers' row keys and write ids, which are plaintext and random.
 *
 * <pre>
 *   digest message    SHA-256 of the summary, newest versions only
 *   summary message   range ended (1) | rows (4)
 *                     each: length (2) | row key | versions (4), each: timestamp (8) | id (8)
 * </pre>
 */
final class Alignment {
  private static final int SUMMARY_BYTES = 1 + Integer.BYTES;
  private static final int ROW_BYTES = Short.BYTES + Integer.BYTES;
  private static final int VERSION_BYTES = 2 * Long.BYTES;

  private final Context context;
  private final Party self;

  Alignment(Context context) {
    this.context = context;
    this.self = context.self();
  }

  /**
   * Agrees on a batch.
   *
   * @param rows this party's batch, in order of rows
   * @param exhausted whether nothing follows it in the range
   * @throws ProtocolException if a peer fails or sends what is not a digest or summary
   */
  Agreement agree(List<ScannedRow> rows, boolean exhausted) {
    byte[] digest = sha256(summary(rows, exhausted, 1));
    if (allThreeHave(digest)) {
      List<Agreement.Row> all =
          rows.stream()
              .map(row -> new Agreement.Row(row, row.versions().isEmpty() ? null : newest(row)))
              .toList();
      return new Agreement(all, exhausted ? null : last(rows));
    }
    return reconcile(rows, exhausted);
  }

  /** Each party sees all three digests, so all of them come to the same answer. */
  private boolean allThreeHave(byte[] digest) {
    Context step = context.narrow("digest");
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

  private Agreement reconcile(List<ScannedRow> rows, boolean exhausted) {
    byte[] own = summary(rows, exhausted, Integer.MAX_VALUE);
    Context step = context.narrow("summary");
    step.sendBytes(self.next(), own);
    step.sendBytes(self.prev(), own);
    Map<Party, Summary> summaries = new EnumMap<>(Party.class);
    for (Party peer : List.of(self.next(), self.prev())) {
      summaries.put(peer, Summary.read(peer, step.receiveBytes(peer)));
    }
    Summary ofNext = summaries.get(self.next());
    Summary ofPrev = summaries.get(self.prev());

    byte[] through = exhausted ? null : last(rows);
    for (Summary peer : summaries.values()) {
      if (!peer.exhausted && (through == null || Bytes.compareTo(peer.last, through) < 0)) {
        through = peer.last;
      }
    }
    List<Agreement.Row> agreed = new ArrayList<>();
    for (ScannedRow row : rows) {
      if (through != null && Bytes.compareTo(row.row(), through) > 0) {
        break;
      }
      List<long[]> next = ofNext.rows.get(row.row());
      List<long[]> prev = ofPrev.rows.get(row.row());
      if (next != null && prev != null) {
        agreed.add(new Agreement.Row(row, newestOfAll(row, next, prev)));
      }
    }
    return new Agreement(agreed, through);
  }

  private static ScannedRow.Version newestOfAll(
      ScannedRow row, List<long[]> next, List<long[]> prev) {
    for (ScannedRow.Version version : row.versions()) {
      if (has(next, version) && has(prev, version)) {
        return version;
      }
    }
    return null;
  }

  private static boolean has(List<long[]> writes, ScannedRow.Version version) {
    return writes.stream().anyMatch(write -> version.isSameWrite(write[0], write[1]));
  }

  private static ScannedRow.Version newest(ScannedRow row) {
    return row.versions().get(0);
  }

  private static byte[] last(List<ScannedRow> rows) {
    return rows.get(rows.size() - 1).row();
  }

  private static byte[] summary(List<ScannedRow> rows, boolean exhausted, int maxVersions) {
    int bytes = SUMMARY_BYTES;
    for (ScannedRow row : rows) {
      int versions = Math.min(maxVersions, row.versions().size());
      bytes = Math.addExact(bytes, ROW_BYTES + row.row().length + versions * VERSION_BYTES);
    }
    ByteBuffer into = ByteBuffer.allocate(bytes);
    into.put((byte) (exhausted ? 1 : 0)).putInt(rows.size());
    for (ScannedRow row : rows) {
      int versions = Math.min(maxVersions, row.versions().size());
      into.putShort((short) row.row().length).put(row.row()).putInt(versions);
      for (int i = 0; i < versions; i++) {
        ScannedRow.Version version = row.versions().get(i);
        into.putLong(version.timestamp()).putLong(version.id());
      }
    }
    return into.array();
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks SHA-256", e);
    }
  }

  /** What a peer says it has. */
  private static final class Summary {
    private final boolean exhausted;
    private final Map<byte[], List<long[]>> rows = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    private byte[] last = new byte[0];

    private Summary(boolean exhausted) {
      this.exhausted = exhausted;
    }

    static Summary read(Party peer, ByteBuffer from) {
      try {
        Summary summary = new Summary(from.get() != 0);
        int count = from.getInt();
        for (int i = 0; i < count; i++) {
          byte[] row = new byte[Math.min(Short.toUnsignedInt(from.getShort()), from.remaining())];
          from.get(row);
          int versions = from.getInt();
          List<long[]> writes = new ArrayList<>(Math.min(Math.max(versions, 0), 16));
          for (int v = 0; v < versions; v++) {
            writes.add(new long[] {from.getLong(), from.getLong()});
          }
          if (i > 0 && Arrays.compareUnsigned(row, summary.last) <= 0) {
            throw new ProtocolException(peer, "sent a summary whose rows are not in order");
          }
          summary.rows.put(row, writes);
          summary.last = row;
        }
        if (from.hasRemaining() || count < 0 || (count == 0 && !summary.exhausted)) {
          throw new ProtocolException(peer, "sent a summary that is not well formed");
        }
        return summary;
      } catch (BufferUnderflowException e) {
        throw new ProtocolException(peer, "sent a summary that ends too early", e);
      }
    }
  }
}
