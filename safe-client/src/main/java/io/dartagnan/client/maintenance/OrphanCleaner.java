package io.dartagnan.client.maintenance;

import io.dartagnan.client.maintenance.Cleaning.Outcome;
import io.dartagnan.client.rpc.CloudCall;
import io.dartagnan.client.rpc.CloudOutcome;
import io.dartagnan.client.rpc.FanOut;
import io.dartagnan.client.rpc.IOFunction;
import io.dartagnan.mpc.Party;
import io.dartagnan.write.RollbackMark;
import io.dartagnan.write.VersionStanding;
import io.dartagnan.write.VersionStanding.Purpose;
import io.dartagnan.write.VersionStanding.Question;
import io.dartagnan.write.VersionStanding.Span;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removal of versions that are on some clouds only and can never become complete. Thread-safe.
 *
 * <p>First all three clouds are asked for the version's standing, which also keeps it from coming
 * to a cloud from there on. Then it is removed from the clouds that have it, by a delete that names
 * its write, if one of these is certain:
 *
 * <ul>
 *   <li>it was deleted: some cloud has a delete of a Safe Client's that hides it;
 *   <li>it was never complete: every cloud without it would have got it, and no cloud with it was
 *       told that its write is settled;
 *   <li>it was complete, and was deleted on two clouds whose files no longer show the delete: both
 *       would have it.
 * </ul>
 *
 * <p>Where one cloud may lie, none of these rests on what one says alone: a version that two have
 * is never removed.
 *
 * <p>Otherwise it stays. A delete hides what the application puts there later with a timestamp of
 * its own, until the cloud compacts its files: so no delete is sent for a version with such a
 * timestamp, unless it was deleted anyhow. And one cloud may have lost it, as a cloud that was
 * rebuilt, or restored from a backup, has: the two others hold what the lost part is repaired from.
 */
public final class OrphanCleaner {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanCleaner.class);
  private static final long WITHIN_MS = 10_000;

  /** Until a cloud that did not answer may do so. */
  private static final long AGAIN_MS = 10_000;

  private final CloudCall<Connection> clouds;
  private final FanOut fanOut;
  private final IOFunction<TableName, Boolean> oneMayLie;

  /**
   * A cleaner over the connections to the three clouds, which stay the caller's to close.
   *
   * @param oneMayLie whether a cloud of a table may lie
   */
  public OrphanCleaner(
      CloudCall<Connection> clouds, FanOut fanOut, IOFunction<TableName, Boolean> oneMayLie) {
    this.clouds = clouds;
    this.fanOut = fanOut;
    this.oneMayLie = oneMayLie;
  }

  /**
   * Takes back a version if that loses nothing.
   *
   * @throws IOException if interrupted, or the connection is closed
   */
  public Cleaning clean(VersionPlace place) throws IOException {
    Cleaning decision = decision(place, standings(place));
    return decision.removed().isEmpty() ? decision : remove(place, decision.removed());
  }

  /**
   * The outcome that {@link #clean} would have if all went well. Nothing is removed; what has not
   * come to a cloud by now does not come.
   *
   * @throws IOException if interrupted, or the connection is closed
   */
  public Outcome judge(VersionPlace place) throws IOException {
    return decision(place, standings(place)).outcome();
  }

  private Cleaning decision(VersionPlace place, Map<Party, VersionStanding> standings)
      throws IOException {
    return standings.keySet().containsAll(fanOut.placement().clouds())
        ? Cleaning.of(fanOut.placement(), standings, oneMayLie.apply(place.table()))
        : new Cleaning(Outcome.UNANSWERED, AGAIN_MS);
  }

  /**
   * The standing of a version on each cloud that answers, by which it is judged.
   *
   * @throws IOException if interrupted, or the connection is closed
   */
  public Map<Party, VersionStanding> standings(VersionPlace place) throws IOException {
    long begun = System.nanoTime();
    Map<Party, VersionStanding> standings = standings(place, cloud -> Optional.empty());
    long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    Map<Party, Span> again = new EnumMap<>(Party.class);
    standings.forEach(
        (cloud, standing) ->
            standing
                .askAgain(standings.values(), place.timestamp(), tookMs)
                .ifPresent(written -> again.put(cloud, written)));
    return again.isEmpty()
        ? standings
        : standings(place, cloud -> Optional.ofNullable(again.get(cloud)));
  }

  private Map<Party, VersionStanding> standings(
      VersionPlace place, Function<Party, Optional<Span>> written) throws IOException {
    Map<Party, VersionStanding> standings = new EnumMap<>(Party.class);
    for (CloudOutcome<VersionStanding> answer :
        fanOut.outcomes(
            WITHIN_MS,
            cloud -> ask(cloud, place, new Question(Purpose.REMOVE, written.apply(cloud))))) {
      if (answer.failed()) {
        LOG.debug("{} was not asked for {}", answer.cloud(), place, answer.failure());
      } else {
        standings.put(answer.cloud(), answer.value());
      }
    }
    return standings;
  }

  private Cleaning remove(VersionPlace place, Map<Party, Long> removed) throws IOException {
    for (CloudOutcome<Object> answer :
        fanOut.outcomes(WITHIN_MS, cloud -> remove(cloud, place, removed.get(cloud)))) {
      if (answer.failed()) {
        LOG.debug("{} was not removed from {}", place, answer.cloud(), answer.failure());
        return new Cleaning(Outcome.UNANSWERED, AGAIN_MS);
      }
    }
    LOG.info("{}, which a failed write left, was removed from {}", place, removed.keySet());
    return new Cleaning(Outcome.CLEANED);
  }

  private VersionStanding ask(Party cloud, VersionPlace place, Question question) throws Exception {
    Get get =
        new Get(place.row())
            .addColumn(place.family(), place.qualifier())
            .setTimeRange(place.timestamp(), place.timestamp() + 1);
    get.setAttribute(VersionStanding.ATTRIBUTE, question.encode());
    try (Table table = clouds.on(cloud).getTable(place.table())) {
      Result answer = table.get(get);
      if (answer.size() != 1) {
        throw new IOException(cloud + " does not know of versions' standings");
      }
      return VersionStanding.decode(CellUtil.cloneValue(answer.rawCells()[0]));
    }
  }

  private Object remove(Party cloud, VersionPlace place, Long versionId) throws Exception {
    if (versionId != null) {
      Delete delete =
          new Delete(place.row()).addColumn(place.family(), place.qualifier(), place.timestamp());
      delete.setAttribute(
          RollbackMark.ATTRIBUTE, new RollbackMark(new long[] {versionId}).encode());
      try (Table table = clouds.on(cloud).getTable(place.table())) {
        table.delete(delete);
      }
    }
    return null;
  }
}
