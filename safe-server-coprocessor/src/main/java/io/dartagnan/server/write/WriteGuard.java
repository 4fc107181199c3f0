package io.dartagnan.server.write;

import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.server.write.ServerWrites.WriteCounts;
import io.dartagnan.write.DeleteTags;
import io.dartagnan.write.RollbackMark;
import io.dartagnan.write.RowCondition;
import io.dartagnan.write.WriteMark;
import io.dartagnan.write.WriteRefusal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Gives the writes of a region's rows the order of their stamps, as the guards of the two other
 * clouds do: refuses a write that comes too late for its place, which the client then stamps anew.
 *
 * <p>From the check until HBase has written a batch, its writes share their stripes with others, or
 * have them for themselves where the order of arrival in the memstore counts or where the check
 * reads what is there.
 */
final class WriteGuard {

  /** Time by which a stamp may be behind the cloud's clock. */
  static final Duration MOST_BEHIND = Duration.ofSeconds(30);

  /** Time by which a stamp may be ahead of the cloud's clock. */
  static final Duration MOST_AHEAD = Duration.ofMinutes(5);

  /** Time by which one write may come later than another and have the larger stamp. */
  private static final long MOST_OUT_OF_ORDER_MS = MOST_AHEAD.plus(MOST_BEHIND).toMillis();

  /**
   * Time after the last entry of a recovered log for which it counts: there may have been no more
   * to write. A log whose end is lost, as a loss of power can have it, is not told from that.
   */
  private static final long END_OF_LOG_MS = 5_000;

  /** Time for which a question waits for the writes that are under way. */
  private static final Duration MOST_FENCE_WAIT = Duration.ofSeconds(1);

  private static final String STAYS =
      "a version that was to be taken back stays: nothing was at its timestamp before it";

  private final Region region;
  private final StandingCells standing;
  private final long patienceMillis;
  private final ThreadLocal<Stripes.Locks.Held> held = new ThreadLocal<>();

  private final RegionGaps gaps;
  private volatile long replayedFrom = Long.MAX_VALUE;
  private volatile long replayedTo;
  private volatile long floor;
  private volatile Memory memory;

  /** Stripes and their locks, made for the first write. */
  private record Memory(Stripes stripes, Stripes.Locks locks) {}

  /**
   * The guard of a region.
   *
   * @param patienceMillis how long a batch waits for another one's stripe
   */
  WriteGuard(Region region, long patienceMillis) {
    this.region = region;
    this.standing = new StandingCells(region);
    this.gaps = new RegionGaps(region);
    this.patienceMillis = patienceMillis;
  }

  /** The times of which the region may lack what it was given. */
  RegionGaps gaps() {
    return gaps;
  }

  /**
   * Takes the newest timestamp of the files, and the clock, for the newest stamp of every row:
   * which stamps earlier writes had is forgotten, those of timestamps of the application's own too.
   * HBase has written what it recovered from logs into files by now.
   */
  void open() {
    long opened = EnvironmentEdgeManager.currentTime();
    long newest =
        region.getStores().stream()
            .flatMap(store -> store.getStorefiles().stream())
            .mapToLong(RegionGaps::newestOf)
            .max()
            .orElse(0);
    RegionGaps.Log log =
        replayedTo == 0 ? null : new RegionGaps.Log(replayedFrom, replayedTo + END_OF_LOG_MS);
    gaps.opened(opened, log, mostAhead(), MOST_OUT_OF_ORDER_MS);
    floor = Math.min(Math.max(newest, opened), mostAhead());
  }

  /** Hears when an entry was written of a log that HBase puts back before the region opens. */
  void replay(long writtenAt) {
    replayedFrom = Math.min(replayedFrom, writtenAt);
    replayedTo = Math.max(replayedTo, writtenAt);
  }

  /**
   * Checks a batch under HBase's row locks, gives the refused operations their status, and tags the
   * cells of the others.
   *
   * @throws DoNotRetryIOException if nothing of the batch may be done; with a {@link WriteRefusal}
   *     if the batch is one write
   */
  void admit(
      MiniBatchOperationInProgress<Mutation> batch, RegionSchema declared, ServerWrites server)
      throws IOException {
    // Of an earlier batch, only if another coprocessor failed where HBase expects no failure.
    release();
    TableSchema schema = declared.require();
    List<Write> writes = Write.of(batch);
    ShareGuard shares = new ShareGuard(schema, server.party());
    List<Write> suited = new ArrayList<>(writes.size());
    Optional<WriteMark> heard = Optional.empty();
    for (Write write : writes) {
      if (!write.mark().equals(heard)) {
        write.mark().ifPresent(mark -> server.settlements().hear(mark.settlement()));
        heard = write.mark();
      }
      if (write.mark().isPresent() && !declared.isSchemaOf(write.mark().get().schema())) {
        refuse(batch, write, refusal(WriteRefusal.Reason.SCHEMA, 0), server, writes.size());
      } else {
        for (Mutation mutation : write.mutations()) {
          shares.check(mutation);
        }
        suited.add(write);
      }
    }
    Memory of = memory();
    held.set(lock(of.locks(), suited, server.counts()));
    try {
      OtherWrites others = new OtherWrites(standing, schema, server.party());
      ReplacedCells replaced = new ReplacedCells(standing, server::isSettled);
      for (Write write : suited) {
        Optional<WriteRefusal> refusal =
            judge(batch, write, of.stripes(), others, replaced, server);
        if (refusal.isPresent()) {
          refuse(batch, write, refusal.get(), server, writes.size());
        } else {
          tag(write);
          replaced.keep(write);
        }
      }
    } catch (IOException | RuntimeException e) {
      release();
      throw e;
    }
  }

  /** Lets other writes pass: HBase is done with the batch of this thread. */
  void release() {
    Stripes.Locks.Held of = held.get();
    if (of != null) {
      held.remove();
      of.release();
    }
  }

  /** Whether HBase acknowledges a mutation only once it is in the log. */
  boolean isDurable(Mutation mutation) {
    Durability named = mutation.getDurability();
    Durability counts =
        named == Durability.USE_DEFAULT ? region.getTableDescriptor().getDurability() : named;
    return counts != Durability.SKIP_WAL && counts != Durability.ASYNC_WAL;
  }

  /** Remembers the timestamp of a version whose write said nothing of its order. */
  void learn(byte[] row, long timestamp) {
    if (timestamp <= mostAhead()) {
      memory().stripes().close(Stripes.of(row), timestamp);
    }
  }

  /**
   * Waits for the writes to a row that are under way, and refuses from here whatever has this stamp
   * or an older one. A stamp that is too far ahead is refused without it: nothing happens then.
   *
   * @throws RegionTooBusyException if they have not ended in a moment; who asks may ask again, and
   *     keeps no RPC handler meanwhile that a write may be waiting for
   */
  void fence(byte[] row, long stamp) throws IOException {
    if (stamp > mostAhead()) {
      return;
    }
    long patience = Math.min(patienceMillis, MOST_FENCE_WAIT.toMillis());
    BitSet stripe = new BitSet(Stripes.COUNT);
    stripe.set(Stripes.of(row));
    Memory of = memory();
    Stripes.Locks.Held alone = of.locks().lock(stripe, stripe, patience, waited -> {});
    try {
      of.stripes().closeFirmly(Stripes.of(row), stamp);
    } finally {
      alone.release();
    }
  }

  private Stripes.Locks.Held lock(Stripes.Locks locks, List<Write> writes, WriteCounts counts)
      throws IOException {
    BitSet stripes = new BitSet(Stripes.COUNT);
    BitSet alone = new BitSet(Stripes.COUNT);
    for (Write write : writes) {
      (write.isAlone() ? alone : stripes).set(write.stripe());
    }
    return locks.lock(stripes, alone, patienceMillis, counts::waitedForStripes);
  }

  private Optional<WriteRefusal> judge(
      MiniBatchOperationInProgress<Mutation> batch,
      Write write,
      Stripes stripes,
      OtherWrites others,
      ReplacedCells replaced,
      ServerWrites server)
      throws IOException {
    if (write.rollback().isPresent()) {
      rollBack(batch, write, stripes, others, replaced, server);
      return Optional.empty();
    }
    if (write.isConfirmation()) {
      confirm(batch, write, others);
      return Optional.empty();
    }
    if (write.mark().isEmpty()) {
      write.cells().forEach(cell -> learn(write.row(), cell.getTimestamp()));
      return Optional.empty();
    }
    WriteMark mark = write.mark().get();
    if (mark.stamp() > mostAhead()) {
      return Optional.of(refusal(WriteRefusal.Reason.TOO_NEW, 0));
    }
    if (mark.stamp() < EnvironmentEdgeManager.currentTime() - MOST_BEHIND.toMillis()) {
      return Optional.of(refusal(WriteRefusal.Reason.TOO_OLD, 0));
    }
    long writer = mark.settlement().writer();
    long through = server.settlements().through(writer);
    if (mark.stamp() <= through) {
      long newest = Math.max(through, stripes.newest(write.stripe()));
      return Optional.of(refusal(WriteRefusal.Reason.NOT_NEWER, newest));
    }
    if (!isMet(write, others) || (write.isStrict() && !replaced.find(write))) {
      return Optional.of(refusal(WriteRefusal.Reason.CONDITION, stripes.newest(write.stripe())));
    }
    long newest;
    if (mark.insisting() && !write.isStrict()) {
      newest =
          write.puts() && (others.are(write) || others.arePartlyAbove(write))
              ? stripes.newest(write.stripe())
              : stripes.admitBelow(
                  write.stripe(), writer, mark.stamp(), write.puts(), write.deletes());
    } else {
      newest =
          stripes.admit(write.stripe(), writer, mark.stamp(), write.isStrict(), write.deletes());
    }
    return newest == Stripes.ADMITTED
        ? Optional.empty()
        : Optional.of(refusal(WriteRefusal.Reason.NOT_NEWER, newest));
  }

  /**
   * Whether the row still shows what the writer read. The same write may come again, from HBase's
   * own client: then it shows that.
   */
  private boolean isMet(Write write, OtherWrites others) throws IOException {
    if (write.condition().isEmpty()) {
      return true;
    }
    RowCondition condition = write.condition().get();
    Get get;
    try {
      get = condition.decodeGet();
    } catch (IOException e) {
      throw new DoNotRetryIOException("a row condition of an unknown layout was received", e);
    }
    if (!Arrays.equals(get.getRow(), write.row())) {
      throw new DoNotRetryIOException(
          "a write depends on another row than the one that it changes");
    }
    return others.show(condition, get) || others.isThere(write);
  }

  /**
   * Has a rollback done only if it would lose nothing else; a late copy is refused from here. One
   * that names its write puts the version before it in its place.
   *
   * @throws DoNotRetryIOException if the rollback is the whole batch, and what it names stays
   */
  private static void rollBack(
      MiniBatchOperationInProgress<Mutation> batch,
      Write write,
      Stripes stripes,
      OtherWrites others,
      ReplacedCells replaced,
      ServerWrites server)
      throws IOException {
    long stamp =
        write
            .mark()
            .map(WriteMark::stamp)
            .orElseGet(() -> write.cells().stream().mapToLong(Cell::getTimestamp).max().orElse(0));
    Optional<RollbackMark.Write> named = write.rollback().orElseThrow().write();
    if (named.isPresent()) {
      stripes.close(write.stripe(), Math.min(named.get().stamp(), mostAhead()));
      restore(batch, write, named.get(), replaced);
      return;
    }
    OptionalInt taken = others.takenBy(write);
    if (taken.isEmpty()) {
      end(batch, write, new OperationStatus(OperationStatusCode.SUCCESS));
    } else if (stamp <= EnvironmentEdgeManager.currentTime() - server.leftoverAgeMs()) {
      // Who takes a write of its own back does so sooner, unless a cloud was silent for long.
      server.counts().removedLeftovers(taken.getAsInt());
    }
    stripes.close(write.stripe(), Math.min(stamp, mostAhead()));
  }

  private static void restore(
      MiniBatchOperationInProgress<Mutation> batch,
      Write rollback,
      RollbackMark.Write named,
      ReplacedCells replaced)
      throws IOException {
    Cell place = rollback.cells().get(0);
    ReplacedCells.Restored restored = replaced.restored(place, named.writer(), named.stamp());
    if (restored.instead().isPresent()) {
      rollback
          .mutations()
          .get(0)
          .getFamilyCellMap()
          .values()
          .forEach(cells -> cells.replaceAll(delete -> restored.instead().get()));
    } else if (!restored.stays()) {
      end(batch, rollback, new OperationStatus(OperationStatusCode.SUCCESS));
    } else if (batch.size() == 1) {
      throw new DoNotRetryIOException(STAYS);
    } else {
      end(batch, rollback, new OperationStatus(OperationStatusCode.FAILURE, STAYS));
    }
  }

  /** Has the very cell that was confirmed written anew, without the mark of what was given. */
  private static void confirm(
      MiniBatchOperationInProgress<Mutation> batch, Write confirmation, OtherWrites others)
      throws IOException {
    Optional<Cell> stored = others.given(confirmation.cells().get(0));
    if (stored.isEmpty()) {
      end(batch, confirmation, new OperationStatus(OperationStatusCode.SUCCESS));
      return;
    }
    ShareCell.confirm(stored.get());
    confirmation
        .mutations()
        .get(0)
        .getFamilyCellMap()
        .values()
        .forEach(cells -> cells.replaceAll(given -> stored.get()));
  }

  private static void end(
      MiniBatchOperationInProgress<Mutation> batch, Write write, OperationStatus status) {
    write.operations().forEach(operation -> batch.setOperationStatus(operation, status));
  }

  /**
   * Refuses a write. HBase reports every status that is not among its own for a put as success, and
   * every status of an atomic batch: a batch that is one write ends with an exception.
   */
  private static void refuse(
      MiniBatchOperationInProgress<Mutation> batch,
      Write write,
      WriteRefusal refusal,
      ServerWrites server,
      int writes)
      throws DoNotRetryIOException {
    server.counts().refused(refusal);
    if (writes == 1) {
      throw new DoNotRetryIOException(refusal.message());
    }
    end(batch, write, new OperationStatus(OperationStatusCode.FAILURE, refusal.message()));
  }

  private void tag(Write write) {
    for (Mutation mutation : write.mutations()) {
      if (mutation instanceof RebuiltRow
          || write.rollback().isPresent()
          || write.isConfirmation()) {
        // Its versions are on the two other clouds, and so they are settled; or it brings versions
        // back, or confirms one, which have the tags of their own writes.
        continue;
      }
      if (mutation instanceof Delete delete) {
        DeleteTags.store(delete);
      }
      WriteTag tag =
          write.tag().durable(isDurable(mutation)).came(EnvironmentEdgeManager.currentTime());
      for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
        // The marker of a write that says nothing of itself is nobody's to look for.
        cells.replaceAll(cell -> tag.known() || CellUtil.isPut(cell) ? tag.on(cell) : cell);
      }
    }
  }

  private Memory memory() {
    if (memory == null) {
      synchronized (this) {
        if (memory == null) {
          memory = new Memory(new Stripes(floor), new Stripes.Locks());
        }
      }
    }
    return memory;
  }

  private static WriteRefusal refusal(WriteRefusal.Reason reason, long newest) {
    return new WriteRefusal(reason, newest, EnvironmentEdgeManager.currentTime());
  }

  private static long mostAhead() {
    return EnvironmentEdgeManager.currentTime() + MOST_AHEAD.toMillis();
  }
}
