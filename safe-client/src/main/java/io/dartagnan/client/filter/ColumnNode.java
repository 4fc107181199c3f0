package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FilterPlan.Part;
import io.dartagnan.client.filter.FilterPlan.Place;
import io.dartagnan.query.QueryColumn;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** A filter that compares the values of one column. */
abstract class ColumnNode extends LeafNode {
  private static final String SEVERAL_VERSIONS = "the family keeps several versions";

  /** What a filter asks of its column. */
  private record Condition(
      byte[] family, byte[] qualifier, CompareOperator operator, ByteArrayComparable comparator) {

    String textOf(Filter filter) {
      String column = " on %s:%s".formatted(name(family), name(qualifier));
      return Part.textOf(filter, column, operator, comparator);
    }

    private static String name(byte[] name) {
      return name == null ? "" : Bytes.toStringBinary(name);
    }
  }

  private final Condition condition;

  /** The column, if the table and the scan have it. */
  final Optional<QueryColumn> column;

  /** Whether the family keeps one version. */
  final boolean oneVersion;

  /** Rows whose newest value compares so; empty if the clouds cannot tell. */
  final Optional<RowSet> matching;

  private ColumnNode(
      Filter filter, Condition condition, PlannedScan scan, Hiding ofOthers, Trait... traits) {
    super(condition.textOf(filter), Optional.empty(), ofOthers, "", traits);
    this.condition = condition;
    this.column = scan.column(condition.family(), condition.qualifier());
    this.oneVersion = column.filter(own -> scan.versions(own) == 1).isPresent();
    this.matching =
        column.flatMap(
            own -> ComparatorRegistry.onColumn(condition.comparator(), condition.operator(), own));
  }

  final RowSet present() {
    return RowSet.of(new WhereClause.Present(column.get()));
  }

  final Place place() {
    return Place.of(column.get().protection());
  }

  final Hidden hidden(View view) {
    Hidden hidden = view.hidden().apply(column.get());
    return hidden == Hidden.VERSIONS && oneVersion ? Hidden.COLUMN : hidden;
  }

  /**
   * The reason why the clouds cannot decide as the filter does.
   *
   * @param byNewest whether it decides by the newest version alone
   * @param otherwise the reason if it does not
   */
  final Optional<String> obstacle(View view, boolean byNewest, String otherwise) {
    if (matching.isEmpty()) {
      return Optional.of(
          ComparatorRegistry.obstacle(condition.comparator(), condition.operator(), column.get()));
    }
    if (!byNewest) {
      return Optional.of(otherwise);
    }
    return hidden(view) == Hidden.NOTHING
        ? Optional.empty()
        : Optional.of("a filter beside it, or the scan, may hide its column");
  }

  /** The verdict of a filter that is judged at a place, or at the client for a reason. */
  final Verdict verdict(RowSet included, RowSet kept, Place place, Optional<String> reason) {
    return new Verdict(
        included, kept, reason.isEmpty(), reason.map(this::localParts).orElse(partsAt(place)));
  }

  @Override
  final Stream<QueryColumn> columns() {
    return column.stream();
  }

  @Override
  Hiding hiding(QueryColumn other) {
    return column.filter(other::equals).isPresent() ? Hiding.LATER_VERSIONS : super.hiding(other);
  }

  /**
   * A {@code SingleColumnValueFilter} or {@code SingleColumnValueExcludeFilter}: keeps a row by the
   * first version of its column that it sees, or by the column's absence. It includes the cells
   * before that version whatever they are, and in a row that it keeps all others.
   */
  static final class RowsByValue extends ColumnNode {
    private final SingleColumnValueFilter filter;

    RowsByValue(SingleColumnValueFilter filter, PlannedScan scan) {
      super(
          filter,
          new Condition(
              filter.getFamily(),
              filter.getQualifier(),
              filter.getCompareOperator(),
              filter.getComparator()),
          scan,
          Hiding.NOTHING);
      this.filter = filter;
    }

    @Override
    boolean is(Trait trait) {
      return switch (trait) {
        case STRICT, LEAVES_OTHERS_THEIR_ROWS -> true;
        case NEEDS_SOME_FAMILIES -> filter.getFilterIfMissing();
        case REMOVES_CELLS -> filter instanceof SingleColumnValueExcludeFilter;
        case CHOOSES_WHOLE_ROWS -> matching.isPresent() && !is(Trait.REMOVES_CELLS);
        case REMOVES_ONLY_MATCHES -> filter.getLatestVersionOnly();
        default -> false;
      };
    }

    @Override
    Verdict verdict(View view) {
      boolean keepsMissing = !filter.getFilterIfMissing();
      if (column.isEmpty()) {
        return decided(Place.SCHEMA, keepsMissing ? RowSet.ALL : RowSet.NONE);
      }
      boolean byNewest = filter.getLatestVersionOnly() || oneVersion;
      Optional<String> obstacle =
          obstacle(view, byNewest, "latestVersionOnly is false, and " + SEVERAL_VERSIONS);
      if (obstacle.isEmpty()) {
        return decided(place(), keepsMissing ? orMissing() : matching.get());
      }
      boolean newest = byNewest && hidden(view) != Hidden.VERSIONS;
      RowSet kept = newest ? matching.orElse(present()) : present();
      return verdict(RowSet.ALL, keepsMissing ? RowSet.ALL : kept, Place.CLIENT, obstacle);
    }

    /** The rows that a {@code SkipFilter} keeps are those of which this includes all cells. */
    @Override
    Optional<Verdict> inSkip(View view) {
      if (!filter.getLatestVersionOnly()) {
        return Optional.empty();
      }
      if (column.isEmpty()) {
        return Optional.of(decided(Place.SCHEMA, RowSet.ALL));
      }
      return matching.isPresent() && hidden(view) == Hidden.NOTHING
          ? Optional.of(decided(place(), orMissing()))
          : Optional.empty();
    }

    /** The verdict of a filter that decides in filterRow alone on the very rows that pass. */
    private Verdict decided(Place place, RowSet kept) {
      return verdict(RowSet.ALL, kept, place, Optional.empty());
    }

    private RowSet orMissing() {
      RowSet missing = RowSet.of(new WhereClause.Not(new WhereClause.Present(column.get())));
      return matching.get().equals(present()) ? RowSet.ALL : missing.or(matching.get());
    }

    @Override
    Hiding hiding(QueryColumn other) {
      return Hiding.NOTHING;
    }

    @Override
    Hiding hidingInAnyRow(QueryColumn other) {
      return filter.getLatestVersionOnly() ? Hiding.COLUMN : Hiding.NOTHING;
    }
  }

  /**
   * A {@code ColumnValueFilter}: includes the versions of its column that match, and nothing else.
   */
  static final class CellsByValue extends ColumnNode {
    private final boolean comparesNothing;

    CellsByValue(ColumnValueFilter filter, PlannedScan scan) {
      super(
          filter,
          new Condition(
              filter.getFamily(),
              filter.getQualifier(),
              filter.getCompareOperator(),
              filter.getComparator()),
          scan,
          Hiding.COLUMN,
          Trait.NEEDS_SOME_FAMILIES);
      this.comparesNothing = filter.getCompareOperator() == CompareOperator.NO_OP;
    }

    @Override
    Verdict verdict(View view) {
      if (column.isEmpty() || comparesNothing) {
        return verdict(RowSet.NONE, RowSet.ALL, Place.SCHEMA, Optional.empty());
      }
      Optional<String> obstacle = obstacle(view, oneVersion, SEVERAL_VERSIONS);
      RowSet included = oneVersion ? matching.orElse(present()) : present();
      return verdict(included, RowSet.ALL, place(), obstacle);
    }
  }

  /**
   * A {@code DependentColumnFilter}: takes out all cells but those with the timestamp of a version
   * of its column that matches. So nothing is left of a row without the column.
   */
  static final class CellsByTimestamp extends ColumnNode {

    CellsByTimestamp(DependentColumnFilter filter, PlannedScan scan) {
      super(
          filter,
          new Condition(
              filter.getFamily(),
              filter.getQualifier(),
              filter.getCompareOperator(),
              filter.getComparator()),
          scan,
          Hiding.NOTHING,
          Trait.REMOVES_CELLS);
    }

    @Override
    Verdict verdict(View view) {
      return Verdict.unknown(localParts("it decides on cells by their timestamps"));
    }

    @Override
    RowSet survivors() {
      return column.isPresent() ? present() : RowSet.NONE;
    }
  }
}
