package io.dartagnan.client.read;

import io.dartagnan.client.keys.Place;
import io.dartagnan.client.keys.ValueTags;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.MismatchedSharesException;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.SealedProtection;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.StoredVersion;
import io.dartagnan.schema.UnreadableValueException;
import io.dartagnan.wire.PackedRow;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decision on a version that all three clouds have under one write id, and of which one returned
 * something else than was written.
 *
 * <p>Where values carry tags, the value is the one that two clouds hold with its tag; only who has
 * the table's keys can make one. They are looked at where copies of a share differ, and where one
 * cloud may have altered all copies: where a repair made them, or two clouds answer for three.
 * Where values carry none, it is that of two clouds if both shares of the third differ from theirs,
 * and otherwise an error: of two that differ in one share, either may be right. The log names the
 * cloud.
 */
public final class AlteredCopies {
  private static final Logger LOG = LoggerFactory.getLogger(AlteredCopies.class);
  private static final long WARNING_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final AtomicLongArray NEXT_WARNING =
      new AtomicLongArray(Party.ALL.stream().mapToLong(party -> System.nanoTime()).toArray());

  private final ProtectedTable table;
  private final boolean refused;

  /**
   * Decisions for one read of a table.
   *
   * @param refused whether the read ends where a cloud returns something else than was written
   */
  AlteredCopies(ProtectedTable table, boolean refused) {
    this.table = table;
    this.refused = refused;
  }

  /**
   * Whether only its tag shows that a value is the one that was written.
   *
   * @throws DoNotRetryIOException if it carries one, and this client has not the key of its table
   */
  boolean restsOnTag(Protection protection, StoredVersion version) throws IOException {
    if (protection.isTagged()) {
      table.tags();
    }
    return protection.restsOnTag(version);
  }

  /** Whether a cell of a row carries the tag of a value, as one cloud returned it. */
  boolean hasTag(PackedRow row, int i, byte[] value) throws IOException {
    return table
        .tags()
        .hold(row.keyArray(), row.valueOffset(i), row.valueLength(i), Place.of(row, i), value);
  }

  /**
   * Checks that a version carries the tag of a value.
   *
   * @param version the cells of all clouds
   * @throws UnreadableValueException if it does not, or not on all of them
   */
  void requireTag(Cell[] version, byte[] value) throws IOException, UnreadableValueException {
    if (hasTag(table.tags(), version[0], value)) {
      return;
    }
    for (Cell other : version) {
      if (!ShareCell.haveOneTag(version[0], other)) {
        throw UnreadableValueException.withoutTag();
      }
    }
    if (!carryTag(version[0], value)) {
      throw UnreadableValueException.withoutTag();
    }
  }

  private static boolean hasTag(ValueTags tags, Cell cell, byte[] value) {
    Place place = Place.of(cell);
    return tags.hold(
        cell.getValueArray(), cell.getValueOffset(), cell.getValueLength(), place, value);
  }

  /**
   * The value that was written.
   *
   * @param version the cells of all clouds, under one write id
   * @param altered why it cannot be told from the three
   * @throws DoNotRetryIOException with that reason, if it cannot be told from any two either
   */
  byte[] value(Cell[] version, Protection protection, UnreadableValueException altered)
      throws IOException {
    Set<Party> suspects =
        altered.getCause() instanceof MismatchedSharesException mismatched
            ? mismatched.suspects()
            : Set.copyOf(Party.ALL);
    if (protection.isHeldByAnyTwo() && (protection.isTagged() || suspects.size() == 1)) {
      for (Party suspect : suspects) {
        Optional<byte[]> value = ofTheTwoOthers(version, protection, suspect);
        if (value.isPresent()) {
          report(suspect, version, protection);
          return value.get();
        }
      }
    }
    throw new DoNotRetryIOException(
        altered.about(Reconciliation.column(version[0])), altered.getCause());
  }

  /**
   * The value of a sealed column that two clouds have alike, where what the third returned was not
   * written there by any client.
   *
   * @param version the cells of all clouds, which differ
   * @return empty if that is not so: they may be of two writes
   */
  Optional<byte[]> sealedValue(Cell[] version, SealedProtection protection) throws IOException {
    Place place = Place.of(version[0]);
    for (Party suspect : table.placement().clouds()) {
      Optional<byte[]> alike =
          protection.cellOf(
              suspect, version[suspect.next().index()], version[suspect.prev().index()]);
      if (alike.isPresent()) {
        byte[] own = CellUtil.cloneValue(version[suspect.index()]);
        Optional<byte[]> value = table.opened(protection, place, alike.get());
        if (value.isEmpty() || table.opened(protection, place, own).isPresent()) {
          return Optional.empty();
        }
        report(suspect, version, protection);
        return value;
      }
    }
    return Optional.empty();
  }

  /** Says which cloud returned something else, or ends the read. */
  private void report(Party suspect, Cell[] version, Protection protection)
      throws DoNotRetryIOException {
    String said = said(suspect, version, protection);
    if (refused) {
      throw new DoNotRetryIOException(said);
    }
    warn(suspect, said);
  }

  private Optional<byte[]> ofTheTwoOthers(Cell[] version, Protection protection, Party suspect)
      throws IOException {
    List<Party> clouds = table.placement().clouds();
    Cell ofNext = version[clouds.indexOf(suspect.next())];
    Cell ofPrev = version[clouds.indexOf(suspect.prev())];
    Optional<byte[]> right = protection.cellOf(suspect, ofNext, ofPrev);
    if (right.isEmpty()) {
      return Optional.empty();
    }
    StoredVersion stored = new StoredVersion(clouds.size());
    for (int cloud = 0; cloud < version.length; cloud++) {
      stored.set(cloud, version[cloud]);
    }
    stored.set(clouds.indexOf(suspect), right.get(), 0, right.get().length);
    try {
      Optional<byte[]> value = protection.value(stored);
      return value.isPresent() && protection.isTagged() && !carryTag(ofNext, value.get())
          ? Optional.empty()
          : value;
    } catch (UnreadableValueException e) {
      return Optional.empty();
    }
  }

  /** Whether what two clouds carry is the tag of a value, perhaps under a key made since. */
  private boolean carryTag(Cell cell, byte[] value) throws IOException {
    ValueTags tags = table.tags();
    if (tags.lackKeyOf(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength())) {
      tags = table.renewedTags();
    }
    return hasTag(tags, cell, value);
  }

  private String said(Party altering, Cell[] version, Protection protection) {
    Cell own = version[table.placement().clouds().indexOf(altering)];
    String others =
        "cloud %d and cloud %d".formatted(altering.next().index(), altering.prev().index());
    return "cloud %d returned %s of %s than %s hold%s"
        .formatted(
            altering.index(),
            protection instanceof SealedProtection ? "another value" : "other shares",
            Reconciliation.column(own),
            others,
            ShareCell.isGiven(own, protection)
                ? "; it says that a repair made them from what these gave, of which one may have lied"
                : "");
  }

  /** Says so in the log, once a minute for each cloud at most: a scan may meet it in each row. */
  private static void warn(Party altering, String said) {
    int cloud = altering.index();
    long next = NEXT_WARNING.get(cloud);
    long now = System.nanoTime();
    if (now - next >= 0 && NEXT_WARNING.compareAndSet(cloud, next, now + WARNING_NANOS)) {
      LOG.warn(
          "{}, and perhaps of other columns; values are those of the two others: write it again, and ask which cloud can be relied on",
          said);
    }
  }
}
