package io.dartagnan.client.read;

import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.RetryPolicy;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Protection;
import io.dartagnan.write.ReplacedVersions;
import io.dartagnan.write.VersionStanding;
import io.dartagnan.write.VersionStanding.Purpose;
import io.dartagnan.write.VersionStanding.Question;
import io.dartagnan.write.VersionStanding.Span;
import io.dartagnan.write.VersionStanding.State;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hbase.thirdparty.com.google.common.collect.Lists;

/**
 * Versions of one row that two clouds have of one write and the third lacks, as far as they lie
 * above the complete ones that count.
 *
 * <p>Such a version is under way, or was left half-done, or is deleted half-way; then it is passed
 * over. Or it was complete, and the third cloud has lost it: then it is there, and passing over it
 * would show nothing, or an older value, where one was acknowledged. The clouds are asked which
 * ({@link VersionStanding}). A version is there if one of the two knows that its write is settled,
 * unless the third has a delete that hides it, or it expired there. If nobody knows, and the third
 * may have lost what was written then, the row is read again for a while. When that was follows
 * from when it came to the two, since its writer's clock may have been wrong.
 *
 * <p>Of a table whose suite withstands a cloud that lies, what one cloud says decides nothing. A
 * version is there if both who have it know that it is settled, unless the third says that it was
 * deleted, or has expired; all others are waited for, since what is under way ends, and else are an
 * error. Where values carry tags, two clouds are enough to know the value, and so a delete that
 * only the third has done is none yet, but that of an atomic operation, which may have been decided
 * there; the third has to show that it is one. A read on which a write depends waits for either.
 */
final class DisputedVersions {

  /** How long a row is read again: writers tell a second or two after their last write. */
  static final Duration WITHIN = Duration.ofSeconds(5);

  /** The same where it is another version each time. */
  static final Duration LONGEST = Duration.ofSeconds(60);

  static final DisputedVersions NONE = new DisputedVersions(null, List.of());

  /** Most versions that the clouds are asked for in one call. */
  static final int MOST_AT_ONCE = 1_000;

  /** Readings anew of a row whose newest versions come and go, as those of failing writes do. */
  static final int READINGS = 3;

  private static final long FIRST_PAUSE_MS = 10;
  private static final long LONGEST_PAUSE_MS = 100;

  /** A torn stamp is one of a batch, of which other writes may have been acknowledged. */
  private static final Set<State> UNSETTLED = EnumSet.of(State.UNSETTLED, State.TORN);

  private static final Set<State> SETTLED = EnumSet.of(State.SETTLED);
  private static final Set<State> SETTLED_OR_NOT = EnumSet.of(State.SETTLED, State.UNSETTLED);

  private static final Comparator<Cell> BY_COORDINATES =
      CellComparator.getInstance()::compareWithoutRow;

  private final ProtectedTable table;
  private final List<Version> versions;

  /** A version, with the cells of the two clouds that follow the one without it. */
  private record Version(Party without, Cell ofNext, Cell ofPrev, Protection protection) {

    private OptionalLong writeId() {
      return protection.writeId(ofNext, without.next());
    }
  }

  private DisputedVersions(ProtectedTable table, List<Version> versions) {
    this.table = table;
    this.versions = versions;
  }

  /**
   * Finds them.
   *
   * @param most how many complete versions of any column count
   * @param wanted how many of a cell's column do, at most as many
   */
  static DisputedVersions of(
      DeepReconciliation.Looked looked,
      ProtectedTable table,
      int most,
      ToIntFunction<Cell> wanted) {
    Result incomplete = IncompleteCells.of(looked.seen(), looked.whole(), most, wanted);
    if (incomplete.isEmpty()) {
      return NONE;
    }
    List<Map<Cell, Cell>> byCloud = new ArrayList<>();
    for (Result row : looked.seen()) {
      Map<Cell, Cell> cells = new TreeMap<>(BY_COORDINATES);
      for (Cell cell : IncompleteCells.cells(row)) {
        cells.put(cell, cell);
      }
      byCloud.add(cells);
    }
    List<Version> versions = new ArrayList<>();
    for (Cell place : incomplete.rawCells()) {
      Protection protection =
          table
              .schema()
              .protectionOf(CellUtil.cloneFamily(place), CellUtil.cloneQualifier(place))
              .orElse(Protection.PLAIN);
      for (Party without : table.placement().clouds()) {
        Cell ofNext = byCloud.get(without.next().index()).get(place);
        Cell ofPrev = byCloud.get(without.prev().index()).get(place);
        if (ofNext != null && ofPrev != null) {
          Version version = new Version(without, ofNext, ofPrev, protection);
          if (version.writeId().isPresent()
              && version.writeId().equals(protection.writeId(ofPrev, without.prev()))) {
            versions.add(version);
          }
        }
      }
    }
    return new DisputedVersions(table, versions);
  }

  /** Returns the pauses between readings of a row that is waited for. */
  static RetryPolicy pauses() {
    return new RetryPolicy(FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
  }

  boolean isEmpty() {
    return versions.isEmpty();
  }

  /** A cell of the first of them. */
  Cell first() {
    return versions.get(0).ofNext;
  }

  /**
   * What became of them.
   *
   * @param held by cloud, the cells that it has lost, as they follow from the two others
   * @param changed whether the row may be another by now
   * @param undecided a version of which nobody knows whether it was complete; null if there is none
   * @param lost a version that cannot be put together; null if there is none
   * @param hidden of those that a delete hides on the cloud without them, that cloud
   */
  record Answer(
      DisputedVersions of,
      Map<Party, List<Cell>> held,
      boolean changed,
      Cell undecided,
      Party by,
      Lost lost,
      Map<Cell, Party> hidden) {

    boolean isUndecided() {
      return undecided != null;
    }

    /** Whether it is another version than before that is undecided: writes come and end. */
    boolean isOfAnother(Answer before) {
      return isUndecided()
          && before != null
          && before.isUndecided()
          && BY_COORDINATES.compare(undecided, before.undecided) != 0;
    }

    /** Waits for a moment, or fails if it is undecided and the time is over. */
    void throwIfOver(long deadline, RetryPolicy pauses) throws IOException {
      if (isUndecided() && System.nanoTime() - deadline > 0) {
        throw new IOException(of.sentence(by, undecided, of.doubt()));
      }
      long ms = of.table.schema().withstandsLies() ? pauses.pauseMs() : LONGEST_PAUSE_MS;
      RetryPolicy.sleep(ms, "interrupted while a row was read again");
    }
  }

  /** A version of which a cloud has lost its part, and what a reader is told of it. */
  record Lost(Cell version, DoNotRetryIOException why) {

    /**
     * Throws if it was lost before. The clouds answer one after another: a delete may have come to
     * the first after it answered, and be done and forgotten at the last, which was slow.
     */
    void throwIfSince(Lost before) throws DoNotRetryIOException {
      if (before != null && BY_COORDINATES.compare(before.version, version) == 0) {
        throw why;
      }
    }
  }

  /**
   * Asks the three clouds.
   *
   * @param readings how often in a row the row was read anew because it had changed. If a cloud
   *     still says after {@link #READINGS} that newer versions took the place of what it lacks, and
   *     the others do not show these, it has lost its part.
   * @param hidden what was found to be hidden before the row was last read. A delete that is found
   *     only now may have come after that, and may hide more of the row than what is asked for
   */
  Answer ask(DeepReconciliation.Clouds clouds, int readings, Map<Cell, Party> hidden)
      throws IOException {
    List<List<VersionStanding>> standings = new ArrayList<>(versions.size());
    for (List<Version> some : Lists.partition(versions, MOST_AT_ONCE)) {
      standings.addAll(standings(clouds, some));
    }
    Map<Party, List<Cell>> held = new EnumMap<>(Party.class);
    Map<Cell, Party> hiddenNow = new TreeMap<>(BY_COORDINATES);
    boolean changed = false;
    Cell undecided = null;
    Party by = null;
    Lost lost = null;
    for (int i = 0; i < versions.size(); i++) {
      Version version = versions.get(i);
      Party without = version.without;
      switch (fate(version, standings.get(i), readings, clouds.decides())) {
        case PASSED_OVER -> {}
        case CHANGED -> changed = true;
        case HIDDEN -> {
          changed |= hidden.get(version.ofNext) != without;
          hiddenNow.put(version.ofNext, without);
        }
        case UNDECIDED -> {
          undecided = version.ofNext;
          by = without;
          if (!table.schema().withstandsLies() || table.schema().isTagged()) {
            clouds.lost(CellUtil.cloneRow(version.ofNext), without);
          }
        }
        case COMMITTED -> {
          clouds.lost(CellUtil.cloneRow(version.ofNext), without);
          try {
            held.computeIfAbsent(without, any -> new ArrayList<>()).add(ofThird(version));
          } catch (DoNotRetryIOException e) {
            lost = new Lost(version.ofNext, e);
          }
        }
      }
    }
    return new Answer(this, held, changed, undecided, by, lost, hiddenNow);
  }

  private enum Fate {
    PASSED_OVER,
    COMMITTED,
    UNDECIDED,
    HIDDEN,
    CHANGED
  }

  /** By version, its standing on each cloud. */
  private List<List<VersionStanding>> standings(
      DeepReconciliation.Clouds clouds, List<Version> versions) throws IOException {
    List<Question> questions = Collections.nCopies(versions.size(), new Question(Purpose.READ));
    long begun = System.nanoTime();
    List<List<VersionStanding>> standings = standings(clouds, versions, questions);
    long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    List<Integer> again = new ArrayList<>();
    List<Question> questionsAgain = new ArrayList<>();
    for (int i = 0; i < versions.size(); i++) {
      Version version = versions.get(i);
      VersionStanding third = standings.get(i).get(version.without.index());
      Optional<Span> written =
          third.askAgain(standings.get(i), version.ofNext.getTimestamp(), tookMs);
      if (written.isPresent()) {
        again.add(i);
        questionsAgain.add(new Question(Purpose.READ, written));
      }
    }
    if (!again.isEmpty()) {
      List<List<VersionStanding>> answers =
          standings(clouds, Lists.transform(again, versions::get), questionsAgain);
      for (int i = 0; i < again.size(); i++) {
        standings.set(again.get(i), answers.get(i));
      }
    }
    return standings;
  }

  private List<List<VersionStanding>> standings(
      DeepReconciliation.Clouds clouds, List<Version> versions, List<Question> questions)
      throws IOException {
    List<Get> gets = new ArrayList<>(versions.size());
    for (int i = 0; i < versions.size(); i++) {
      Cell cell = versions.get(i).ofNext;
      Get get =
          new Get(CellUtil.cloneRow(cell))
              .addColumn(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell))
              .setTimestamp(cell.getTimestamp());
      get.setAttribute(VersionStanding.ATTRIBUTE, questions.get(i).encode());
      gets.add(get);
    }
    List<Result[]> answers = clouds.get(gets);
    List<List<VersionStanding>> standings = new ArrayList<>(versions.size());
    for (int i = 0; i < versions.size(); i++) {
      List<VersionStanding> ofVersion = new ArrayList<>();
      for (Party cloud : table.placement().clouds()) {
        ofVersion.add(standing(answers, cloud, i));
      }
      standings.add(ofVersion);
    }
    return standings;
  }

  private static VersionStanding standing(List<Result[]> answers, Party cloud, int version)
      throws IOException {
    Result answer = answers.get(cloud.index())[version];
    try {
      return VersionStanding.decode(CellUtil.cloneValue(answer.rawCells()[0]));
    } catch (RuntimeException e) {
      throw new DoNotRetryIOException(
          "cloud %d does not tell of versions' standings; its coprocessor is of another release"
              .formatted(cloud.index()),
          e);
    }
  }

  private Fate fate(
      Version version, List<VersionStanding> standings, int readings, boolean decides) {
    VersionStanding ofNext = standings.get(version.without.next().index());
    VersionStanding ofPrev = standings.get(version.without.prev().index());
    VersionStanding third = standings.get(version.without.index());
    long id = version.writeId().orElseThrow();
    boolean isStill =
        ofNext.isThere() && ofPrev.isThere() && ofNext.number() == id && ofPrev.number() == id;
    boolean isThere = third.isThere() && third.number() == id;
    boolean mayHaveChanged = !isStill || isThere || third.state() == State.REPLACED;
    if (mayHaveChanged && readings < READINGS) {
      return Fate.CHANGED;
    }
    boolean isDeleted = third.state() == State.DELETED;
    boolean isToShow = table.schema().withstandsLies() && table.schema().isTagged() && !decides;
    boolean isHidden =
        isToShow
            ? table.isDeleteShown(third, version.ofNext)
            : isDeleted || third.state() == State.HIDDEN;
    long expires = Math.min(ofNext.time(), ofPrev.time());
    boolean hasExpired = !third.isThere() && third.time() >= expires;
    if (table.schema().withstandsLies()) {
      boolean mayBeGone = !isStill || isHidden || (hasExpired && expires != Long.MAX_VALUE);
      // A put that did not end is given to the third, but where that has deleted it. One that was
      // taken back there is hidden.
      boolean hasEnded = isToShow && isDeleted && ofNext.hasEnded() && ofPrev.hasEnded();
      return fateOfTwo(ofNext.state(), ofPrev.state(), hasEnded, mayBeGone);
    }
    if (!isStill || isThere) {
      return Fate.PASSED_OVER;
    }
    if (isHidden) {
      return Fate.HIDDEN;
    }
    if (hasExpired) {
      return Fate.PASSED_OVER;
    }
    if (ofNext.state() == State.SETTLED || ofPrev.state() == State.SETTLED) {
      return Fate.COMMITTED;
    }
    boolean isUnsettled = UNSETTLED.contains(ofNext.state()) && UNSETTLED.contains(ofPrev.state());
    return isUnsettled && third.state() == State.UNKNOWN ? Fate.UNDECIDED : Fate.PASSED_OVER;
  }

  /**
   * The fate of what two clouds have, where the third may lie.
   *
   * @param hasEnded whether its write was unsettled for so long that it is no longer under way
   * @param mayBeGone whether it says that the version was deleted, or has expired there, or one of
   *     the two has another by now
   */
  private static Fate fateOfTwo(State ofNext, State ofPrev, boolean hasEnded, boolean mayBeGone) {
    if (ofNext == State.NOT_DURABLE && ofPrev == State.NOT_DURABLE) {
      return Fate.PASSED_OVER;
    }
    Set<State> whole = hasEnded ? SETTLED_OR_NOT : SETTLED;
    boolean isWhole = whole.contains(ofNext) && whole.contains(ofPrev);
    return isWhole && !mayBeGone ? Fate.COMMITTED : Fate.UNDECIDED;
  }

  private String doubt() {
    return table.schema().withstandsLies()
        ? "have: a write or a delete of it is under way, or was left half-done, or a cloud lies"
        : "have, and nobody knows whether it was complete";
  }

  private Cell ofThird(Version version) throws DoNotRetryIOException {
    Cell cell = version.ofNext;
    if (!version.protection.isHeldByAnyTwo()) {
      throw new DoNotRetryIOException(
          sentence(
              version.without,
              cell,
              "have of a committed write, and no two clouds know its value"));
    }
    byte[] value =
        version
            .protection
            .cellOf(version.without, cell, version.ofPrev)
            .orElseThrow(
                () ->
                    new DoNotRetryIOException(
                        sentence(version.without, cell, "have with different contents")));
    return ReplacedVersions.withValue(cell, value);
  }

  private String sentence(Party without, Cell version, String have) {
    String name = table.schema().table().getNameAsString();
    return ("cloud %d lacks the version at %d of %s of table %s, which the two others %s; 'dartagnan verify %s' says what"
            + " else it lacks, 'dartagnan repair %d %s' rebuilds replicated columns; otherwise restore cloud %d from a"
            + " newer backup, or write the value again")
        .formatted(
            without.index(),
            version.getTimestamp(),
            Reconciliation.column(version),
            name,
            have,
            name,
            without.index(),
            name,
            without.index());
  }
}
