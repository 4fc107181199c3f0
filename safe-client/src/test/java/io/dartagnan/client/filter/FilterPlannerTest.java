package io.dartagnan.client.filter;

import static org.apache.hadoop.hbase.CompareOperator.EQUAL;
import static org.apache.hadoop.hbase.CompareOperator.GREATER;
import static org.apache.hadoop.hbase.CompareOperator.LESS;
import static org.apache.hadoop.hbase.CompareOperator.NOT_EQUAL;
import static org.apache.hadoop.hbase.CompareOperator.NO_OP;
import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.filter.FilterPlan.Part;
import io.dartagnan.client.filter.FilterPlan.Place;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;
import org.apache.hadoop.hbase.filter.NullComparator;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.Test;

class FilterPlannerTest {
  private static final ProtectedTable TABLE = table();

  @Test
  void aComparisonGoesToTheCloudsWithWhatHBaseDoesOfAMissingColumn() {
    FilterPlan keeping = plan(compare("number", GREATER, new LongComparator(7)));
    FilterPlan dropping = plan(orMissing(false, compare("number", GREATER, new LongComparator(7))));

    assertWhere(keeping, "NOT v:number present OR v:number > ?");
    assertWhere(dropping, "v:number > ?");
    assertPlaces(dropping, Place.CLOUDS_ON_SHARES);
    assertThat(dropping.ranges().isAll()).isTrue();
    assertThat(dropping.columns()).isEmpty();
  }

  @Test
  void aPlainColumnIsComparedInTheClear() {
    FilterPlan plan = plan(orMissing(false, compare("open", LESS, binary("m"))));

    assertWhere(plan, "v:open < ?");
    assertPlaces(plan, Place.CLOUDS_IN_THE_CLEAR);
  }

  @Test
  void sealedColumnsAreComparedAsTheirSchemeAllows() {
    FilterPlan same = plan(orMissing(false, compare("same", EQUAL, binary("m"))));
    FilterPlan ordered = plan(orMissing(false, compare("ordered", LESS, new LongComparator(7))));

    assertWhere(same, "v:same = ?");
    assertWhere(ordered, "v:ordered < ?");
    assertPlaces(same, Place.CLOUDS_ON_SEALED);
    assertPlaces(ordered, Place.CLOUDS_ON_SEALED);
    Filter prefix = compare("same", EQUAL, new BinaryPrefixComparator(bytes("ab")));
    for (Filter filter :
        List.of(
            prefix,
            compare("same", LESS, binary("m")),
            compare("standard", EQUAL, binary("m")),
            compare("standard", LESS, binary("m")))) {
      FilterPlan plan = plan(orMissing(false, filter));
      assertPlaces(plan, Place.CLIENT);
      assertThat(plan.where()).get().asString().endsWith("present");
    }
  }

  @Test
  void aPrefixIsARangeOfValues() {
    FilterPlan plan =
        plan(orMissing(false, compare("text", EQUAL, new BinaryPrefixComparator(bytes("ab")))));

    assertWhere(plan, "v:text >= ? AND v:text <= ?");
  }

  @Test
  void anOperandOfOtherLengthThanANumbersStandsBetweenTwo() {
    assertWhere(plan(orMissing(false, compare("number", LESS, binary("abc")))), "v:number < ?");
    assertWhere(
        plan(orMissing(false, compare("number", LESS, binary("abcdefghi")))), "v:number <= ?");
    assertThat(plan(orMissing(false, compare("number", EQUAL, binary("abc")))).isNoRow()).isTrue();
    assertWhere(plan(compare("number", EQUAL, binary("abc"))), "NOT v:number present");
    assertWhere(
        plan(orMissing(false, compare("number", NOT_EQUAL, binary("abc")))), "v:number present");
  }

  @Test
  void whatIsKnownBeforehandIsNotAsked() {
    assertThat(plan(compare("number", NOT_EQUAL, new NullComparator())).where()).isEmpty();
    for (Filter unseen :
        List.of(
            compare("unknown", EQUAL, binary("a")),
            new SingleColumnValueFilter(bytes("nowhere"), bytes("number"), EQUAL, bytes("a")),
            new SingleColumnValueFilter(null, bytes("number"), EQUAL, bytes("a")))) {
      assertNothingPushed(plan(unseen));
      assertPlaces(plan(unseen), Place.SCHEMA);
      assertThat(plan(orMissing(false, unseen)).isNoRow()).isTrue();
    }
  }

  @Test
  void aColumnThatTheScanDoesNotSelectIsMissing() {
    Filter filter = compare("number", EQUAL, new LongComparator(1));
    for (Scan without : List.of(new Scan().addFamily(bytes("w")), scan("text"))) {
      assertNothingPushed(plan(filter, without));
      assertThat(plan(orMissing(false, filter), without).isNoRow()).isTrue();
      orMissing(true, filter);
    }
    assertThat(plan(filter, scan("number")).where()).isPresent();
    assertThat(plan(filter, new Scan().addFamily(bytes("v"))).where()).isPresent();
  }

  @Test
  void listsBecomeOnePredicate() {
    Filter number = orMissing(false, compare("number", GREATER, new LongComparator(7)));
    Filter text = orMissing(false, compare("text", EQUAL, binary("a")));
    Filter open = orMissing(false, compare("open", LESS, binary("m")));

    assertWhere(plan(all(number, any(text, open))), "v:number > ? AND (v:text = ? OR v:open < ?)");
    assertWhere(plan(any(all(number, text), open)), "(v:number > ? AND v:text = ?) OR v:open < ?");
    assertThat(plan(all(number, any(text, open))).local()).isEmpty();
    assertNothingPushed(plan(all()));
    assertNothingPushed(plan(any()));
  }

  @Test
  void aListWithMustPassOneIsTakenAsAWholeOrNotAtAll() {
    Filter number = orMissing(false, compare("number", GREATER, new LongComparator(7)));
    Filter pattern = compare("text", EQUAL, new RegexStringComparator("a.*"));

    FilterPlan alone = plan(any(number, pattern));
    assertNothingPushed(alone);
    assertThat(alone.local()).hasSize(2);
    FilterPlan beside = plan(all(number, any(number, pattern)));
    assertWhere(beside, "v:number > ?");
    assertThat(beside.local()).hasSize(2);
    FilterPlan dropping = plan(any(number, orMissing(false, pattern)));
    assertWhere(dropping, "v:number > ? OR v:text present");
    assertThat(dropping.local()).hasSize(2);
  }

  @Test
  void aPatternIsLeftToTheClientAndTheRestPushed() {
    FilterPlan plan =
        plan(
            all(
                orMissing(false, compare("text", EQUAL, new SubstringComparator("a"))),
                orMissing(false, compare("number", EQUAL, new LongComparator(1)))));

    assertWhere(plan, "v:text present AND v:number = ?");
    assertThat(plan.local())
        .containsExactly(
            Part.local(
                "SingleColumnValueFilter on v:text EQUAL SubstringComparator",
                "the clouds have no SubstringComparator on additive string(12) columns"));
  }

  @Test
  void filtersThatHideColumnsLeaveWhatDropsRowsWithoutThem() {
    Filter keeping = compare("number", EQUAL, new LongComparator(1));
    Filter dropping = orMissing(false, compare("number", EQUAL, new LongComparator(1)));
    for (Filter hiding :
        List.of(
            new FamilyFilter(EQUAL, binary("w")),
            new QualifierFilter(EQUAL, binary("text")),
            new ColumnPrefixFilter(bytes("te")),
            new FirstKeyOnlyFilter(),
            new ColumnValueFilter(bytes("v"), bytes("text"), EQUAL, bytes("a")))) {
      FilterPlan kept = plan(all(hiding, keeping));
      FilterPlan dropped = plan(all(hiding, dropping));
      assertThat(kept.where().toString()).doesNotContain("number");
      assertThat(dropped.where().toString()).contains("v:number = ?");
      assertThat(dropped.local()).anyMatch(part -> part.reason().contains("may hide its column"));
    }
  }

  @Test
  void filtersThatDoNotHideAColumnLeaveItsComparisonExact() {
    Filter keeping = compare("number", EQUAL, new LongComparator(1));
    for (Filter beside :
        List.of(
            new FamilyFilter(EQUAL, binary("v")),
            new QualifierFilter(EQUAL, new BinaryPrefixComparator(bytes("n"))),
            new ColumnPrefixFilter(bytes("num")),
            new KeyOnlyFilter(),
            new PrefixFilter(bytes("row")),
            new RowFilter(EQUAL, new RegexStringComparator("a")))) {
      assertWhere(plan(all(beside, keeping)), "NOT v:number present OR v:number = ?");
    }
  }

  @Test
  void filtersThatHideVersionsHideThemFromThoseBehindThem() {
    Filter number = orMissing(false, compare("number", EQUAL, new LongComparator(1)));
    Filter kept = orMissing(false, compareIn("w", "kept", EQUAL, binary("a")));
    for (Filter hiding :
        List.of(new ValueFilter(EQUAL, binary("a")), new TimestampsFilter(List.of(1L)))) {
      assertWhere(plan(all(number, hiding)), "v:number = ?");
      assertWhere(plan(all(hiding, kept)), "w:kept present");
      // Of a family that keeps one version, hiding it hides the column.
      assertWhere(plan(all(hiding, number)), "v:number = ?");
    }
  }

  @Test
  void latestVersionOnlyIsOffWhereThereIsOneVersion() {
    SingleColumnValueFilter one =
        (SingleColumnValueFilter) orMissing(false, compare("number", EQUAL, new LongComparator(1)));
    SingleColumnValueFilter several =
        (SingleColumnValueFilter) orMissing(false, compareIn("w", "kept", EQUAL, binary("a")));
    one.setLatestVersionOnly(false);
    several.setLatestVersionOnly(false);

    assertWhere(plan(one), "v:number = ?");
    assertWhere(plan(several), "w:kept present");
    assertThat(plan(several).local()).hasSize(1);
  }

  @Test
  void aLimitOfCellsMayHideAColumn() {
    Scan limited = new Scan().setMaxResultsPerColumnFamily(1);

    assertNothingPushed(plan(compare("number", EQUAL, new LongComparator(1)), limited));
  }

  @Test
  void columnValueFiltersAskForAMatchOrForTheColumn() {
    Filter one = new ColumnValueFilter(bytes("v"), bytes("text"), EQUAL, bytes("a"));
    Filter several = new ColumnValueFilter(bytes("w"), bytes("kept"), EQUAL, bytes("a"));
    Filter never = new ColumnValueFilter(bytes("v"), bytes("text"), NO_OP, bytes("a"));

    assertWhere(plan(one), "v:text = ?");
    assertWhere(plan(several), "w:kept present");
    assertThat(plan(never).isNoRow()).isTrue();
    assertWhere(plan(new DependentColumnFilter(bytes("v"), bytes("text"))), "v:text present");
  }

  @Test
  void skipFiltersDropRowsThatDoNotMatchAndKeepThoseWithoutTheColumn() {
    Filter number = orMissing(false, compare("number", EQUAL, new LongComparator(1)));

    assertWhere(plan(new SkipFilter(number)), "NOT v:number present OR v:number = ?");
    assertNothingPushed(plan(new SkipFilter(new ValueFilter(EQUAL, binary("a")))));
    assertNothingPushed(plan(new SkipFilter(new RowFilter(EQUAL, binary("a")))));
  }

  @Test
  void excludingFiltersBesideOthersMayMakeHBaseNotAskForTheRow() {
    Filter text =
        orMissing(
            false,
            new SingleColumnValueExcludeFilter(bytes("v"), bytes("text"), EQUAL, bytes("a")));
    Filter number = orMissing(false, compare("number", EQUAL, new LongComparator(1)));

    assertWhere(plan(text), "v:text = ?");
    assertNothingPushed(plan(all(text, number)));
    assertWhere(
        plan(all(text, number), new Scan().setLoadColumnFamiliesOnDemand(false)),
        "v:text = ? AND v:number = ?");
  }

  @Test
  void keysBecomeRanges() {
    assertRanges(new PrefixFilter(bytes("ab")), RowRanges.prefix(bytes("ab")));
    assertRanges(new InclusiveStopFilter(bytes("m")), RowRanges.before(bytes("m\0")));
    assertRanges(new RowFilter(EQUAL, binary("k")), RowRanges.row(bytes("k")));
    assertRanges(new RowFilter(LESS, binary("k")), RowRanges.before(bytes("k")));
    assertRanges(
        new RowFilter(EQUAL, new BinaryPrefixComparator(bytes("ab"))),
        RowRanges.prefix(bytes("ab")));
    assertRanges(
        new MultiRowRangeFilter(
            new ArrayList<>(
                List.of(
                    new MultiRowRangeFilter.RowRange(bytes("a"), true, bytes("c"), false),
                    new MultiRowRangeFilter.RowRange(bytes("x"), false, bytes("z"), true)))),
        RowRanges.between(bytes("a"), bytes("c"))
            .union(RowRanges.between(bytes("x\0"), bytes("z\0"))));
    assertRanges(
        all(new PrefixFilter(bytes("ab")), new InclusiveStopFilter(bytes("abc"))),
        RowRanges.between(bytes("ab"), bytes("abc\0")));
    assertRanges(
        any(new PrefixFilter(bytes("ab")), new PrefixFilter(bytes("x"))),
        RowRanges.prefix(bytes("ab")).union(RowRanges.prefix(bytes("x"))));
    assertThat(plan(new RowFilter(NO_OP, binary("k"))).isNoRow()).isTrue();
  }

  @Test
  void rangesLieWithinTheScan() {
    Scan scan = new Scan().withStartRow(bytes("abb")).withStopRow(bytes("c"), true);
    Scan reversed =
        new Scan().setReversed(true).withStartRow(bytes("c")).withStopRow(bytes("abb"), true);

    for (Scan each : List.of(scan, reversed)) {
      assertThat(plan(new PrefixFilter(bytes("ab")), each).ranges())
          .isEqualTo(RowRanges.between(bytes("abb"), bytes("ac")));
    }
    assertThat(plan(new InclusiveStopFilter(bytes("b")), reversed).ranges())
        .isEqualTo(RowRanges.between(bytes("b"), bytes("c\0")));
    assertThat(FilterPlanner.plan(TABLE, scan).ranges())
        .isEqualTo(RowRanges.between(bytes("abb"), bytes("c\0")));
  }

  @Test
  void filtersOnKeysAndNamesRunOnEachCloud() {
    Filter pattern = new RowFilter(EQUAL, new RegexStringComparator("a"));
    Filter fuzzy = new FuzzyRowFilter(List.of(new Pair<>(bytes("a?"), new byte[] {0, 1})));
    Filter number = orMissing(false, compare("number", EQUAL, new LongComparator(1)));
    Filter name = new QualifierFilter(EQUAL, binary("text"));

    assertThat(plan(pattern).columns()).contains(pattern);
    assertThat(plan(fuzzy).columns().orElseThrow()).isInstanceOf(FuzzyRowFilter.class);
    assertPlaces(plan(all(pattern, number)), Place.CLOUDS_ON_KEYS, Place.CLOUDS_ON_SHARES);
    // The clouds and the client still have to see the column that is compared.
    assertThat(plan(all(name, number)).columns().orElseThrow().toString())
        .contains("QualifierFilter (EQUAL, text)", "QualifierFilter (EQUAL, number)");
    assertThat(plan(any(name, new QualifierFilter(EQUAL, binary("open")))).columns()).isPresent();
    assertThat(plan(any(pattern, number)).columns()).isEmpty();
    assertThat(plan(all(new FirstKeyOnlyFilter(), name)).columns()).isEmpty();
    assertThat(plan(all(new ColumnPrefixFilter(bytes("t")), number)).columns())
        .as("it makes HBase skip the column")
        .isEmpty();
    Filter other = compare("text", EQUAL, binary("a"));
    Filter stop = new InclusiveStopFilter(bytes("b"));
    assertThat(plan(all(other, any(number, stop), name)).columns())
        .as("the list makes HBase skip the column, at cells that the name filter drops")
        .isEmpty();
    assertThat(plan(new RowFilter(EQUAL, new LongComparator(1))).columns())
        .as("it fails on short keys")
        .isEmpty();
  }

  @Test
  void inReverseAListWithMustPassOneMayHideWhatItsFiltersInclude() {
    Filter number = compare("number", EQUAL, new LongComparator(1));
    Filter names = any(new ColumnPrefixFilter(bytes("num")), new ColumnPrefixFilter(bytes("t")));
    Scan reversed = new Scan().setReversed(true);

    assertWhere(plan(all(names, number)), "NOT v:number present OR v:number = ?");
    assertThat(plan(names).columns()).isPresent();
    assertNothingPushed(plan(all(names, number), reversed));
    Filter nested = any(all(new ColumnPrefixFilter(bytes("num")), number));
    assertThat(plan(nested).where()).isPresent();
    assertNothingPushed(plan(nested, reversed));
    assertWhere(plan(any(number), reversed), "NOT v:number present OR v:number = ?");
    assertNothingPushed(plan(names, reversed));
    assertThat(plan(new RowFilter(EQUAL, new SubstringComparator("a")), reversed).columns())
        .isPresent();
    assertThat(
            plan(new FuzzyRowFilter(List.of(new Pair<>(bytes("a?"), new byte[] {0, 1}))), reversed)
                .columns())
        .isEmpty();
  }

  @Test
  void keyFiltersThatErrInHBaseSeeAllRowsSoThatTheyErrAlike() {
    Filter small = new PrefixFilter(new byte[] {'a', 1, 'b'});
    Filter high = new PrefixFilter(new byte[] {'a', (byte) 0xff});
    Filter open =
        new MultiRowRangeFilter(
            new ArrayList<>(
                List.of(new MultiRowRangeFilter.RowRange(bytes("a"), true, new byte[0], false))));
    Filter empty =
        new MultiRowRangeFilter(
            new ArrayList<>(
                List.of(new MultiRowRangeFilter.RowRange(bytes("a"), false, bytes("a"), true))));
    Scan reversed = new Scan().setReversed(true);

    assertNothingPushed(plan(small));
    assertNothingPushed(plan(empty));
    assertNothingPushed(plan(high, reversed));
    assertNothingPushed(plan(open, reversed));
    assertRanges(high, RowRanges.prefix(new byte[] {'a', (byte) 0xff}));
    assertRanges(open, RowRanges.from(bytes("a")));
    assertThat(plan(small).local()).hasSize(1);
  }

  @Test
  void aFuzzyFilterRunsOnTheCloudsWhereItMeetsTheRowsThatItMeetsInHBase() {
    Filter fuzzy = new FuzzyRowFilter(List.of(new Pair<>(bytes("a?"), new byte[] {0, 1})));
    Filter number = orMissing(false, compare("number", EQUAL, new LongComparator(1)));
    Filter pattern = new RowFilter(EQUAL, new SubstringComparator("a"));

    FilterPlan beside = plan(all(number, new PageFilter(3), fuzzy, pattern));
    assertWhere(beside, "v:number = ?");
    assertThat(beside.columns().orElseThrow().toString()).contains("FuzzyRowFilter", "RowFilter");
    for (Filter tree :
        List.of(
            all(number, all(fuzzy)),
            all(fuzzy, new PrefixFilter(bytes("a"))),
            all(fuzzy, new ColumnPrefixFilter(bytes("a"))),
            any(fuzzy, pattern),
            new SkipFilter(fuzzy))) {
      assertNothingPushed(plan(tree));
      assertThat(plan(tree).parts()).allMatch(Part::isLocal);
    }
  }

  @Test
  void pagesCountTheRowsThatPassWhatStandsBeforeThem() {
    Filter number = orMissing(false, compare("number", EQUAL, new LongComparator(1)));
    Filter text = orMissing(false, compare("text", EQUAL, binary("a")));
    Filter prefix = new PrefixFilter(bytes("ab"));

    FilterPlan plan = plan(all(number, all(new PageFilter(3), text), prefix));
    assertWhere(plan, "v:number = ?");
    assertThat(plan.ranges()).isEqualTo(RowRanges.prefix(bytes("ab")));
    assertThat(plan.local())
        .extracting(Part::filter)
        .containsExactly(
            "SingleColumnValueFilter on v:number EQUAL LongComparator",
            "PageFilter",
            "SingleColumnValueFilter on v:text EQUAL BinaryComparator");
    // The row is counted although the second comparison, whose column comes first, hides the other.
    assertNothingPushed(plan(all(compare("text", EQUAL, binary("a")), new PageFilter(1), number)));
    assertNothingPushed(
        plan(all(compare("text", EQUAL, binary("a")), all(new PageFilter(1), number))));
    assertNothingPushed(plan(any(number, all(new PageFilter(1), text))));
  }

  @Test
  void filtersWithAStateOverRowsSeeAllRows() {
    Filter number = orMissing(false, compare("number", EQUAL, new LongComparator(1)));
    Filter own =
        new FilterBase() {
          @Override
          public ReturnCode filterCell(org.apache.hadoop.hbase.Cell cell) {
            return ReturnCode.INCLUDE;
          }
        };
    for (Filter stateful :
        List.of(
            new WhileMatchFilter(number),
            own,
            new SingleColumnValueFilter(bytes("v"), bytes("text"), EQUAL, bytes("a")) {})) {
      for (Filter tree :
          List.of(
              stateful,
              all(number, new PrefixFilter(bytes("a")), stateful),
              any(number, stateful),
              new SkipFilter(stateful))) {
        FilterPlan plan = plan(tree);
        assertNothingPushed(plan);
        assertThat(plan.parts()).allMatch(Part::isLocal);
      }
    }
  }

  @Test
  void aListThatEndsBelowMustPassOneSeesTheFirstRowAfterItsLast() {
    Filter number = orMissing(false, compare("number", EQUAL, new LongComparator(1)));
    Filter other = orMissing(false, compare("text", EQUAL, binary("a")));
    Filter keys = new RowFilter(EQUAL, binary("c"));
    for (Filter ended :
        List.of(
            all(new InclusiveStopFilter(bytes("b")), keys),
            any(
                new MultiRowRangeFilter(
                    new ArrayList<>(List.of(new RowRange("a", true, "b", true))))))) {
      FilterPlan plan = plan(all(any(number, ended), other));
      assertNothingPushed(plan);
      assertThat(plan.parts()).allMatch(Part::isLocal);
    }
    assertThat(plan(all(any(number, new InclusiveStopFilter(bytes("b"))), other)).where())
        .as("no list, its filterRow is always false")
        .isPresent();
  }

  @Test
  void aPlanSaysWhetherTheScanShowsTheCellsByWhichRowsAreJudged() {
    Filter number = orMissing(false, compare("number", EQUAL, new LongComparator(1)));
    Filter name = new QualifierFilter(EQUAL, binary("text"));
    Filter excluding =
        new SingleColumnValueExcludeFilter(
            bytes("v"), bytes("number"), EQUAL, new LongComparator(1));
    assertThat(List.of(number, name, all(number, new RowFilter(EQUAL, binary("c")))))
        .allMatch(filter -> plan(filter).showsWhatItJudges());
    assertThat(List.of(excluding, all(number, name)))
        .noneMatch(filter -> plan(filter).showsWhatItJudges());
  }

  @Test
  void aFilterLargerThanAQueryIsPushedAsFarAsItFits() {
    List<Filter> some = new ArrayList<>();
    for (long i = 0; i < 600; i++) {
      some.add(orMissing(false, compare("number", NOT_EQUAL, new LongComparator(i))));
    }

    FilterPlan plan = plan(new FilterList(some));
    assertThat(plan.where().orElseThrow().columns()).hasSize(512);
    assertThat(plan.local()).hasSize(600);
    assertNothingPushed(plan(new FilterList(FilterList.Operator.MUST_PASS_ONE, some)));
  }

  @Test
  void noTextShowsAnOperandOrAKey() {
    FilterPlan plan =
        plan(
            all(
                compare("text", EQUAL, binary("secret")),
                compare("text", EQUAL, new SubstringComparator("secret")),
                new PrefixFilter(bytes("secret")),
                new RowFilter(EQUAL, new SubstringComparator("secret"))));

    assertThat(plan.toString() + plan.parts()).doesNotContainIgnoringCase("secret");
  }

  private static void assertWhere(FilterPlan plan, String where) {
    assertThat(plan.where().map(Object::toString)).contains(where);
  }

  private static void assertNothingPushed(FilterPlan plan) {
    assertThat(plan.where()).isEmpty();
    assertThat(plan.ranges().isAll()).isTrue();
    assertThat(plan.columns()).isEmpty();
  }

  private static void assertPlaces(FilterPlan plan, Place... places) {
    assertThat(plan.parts()).extracting(Part::place).containsExactly(places);
  }

  private static void assertRanges(Filter filter, RowRanges ranges) {
    FilterPlan plan = plan(filter);
    assertThat(plan.ranges()).isEqualTo(ranges);
    assertThat(plan.where()).isEmpty();
    assertThat(plan.parts()).allMatch(part -> part.place() == Place.ROW_RANGES);
  }

  private static FilterPlan plan(Filter filter) {
    return plan(filter, new Scan());
  }

  private static FilterPlan plan(Filter filter, Scan scan) {
    try {
      return FilterPlanner.plan(TABLE, new Scan(scan).setFilter(filter));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Scan scan(String qualifier) {
    return new Scan().addColumn(bytes("v"), bytes(qualifier));
  }

  private static Filter compare(
      String qualifier, CompareOperator operator, ByteArrayComparable comparator) {
    return compareIn("v", qualifier, operator, comparator);
  }

  private static Filter compareIn(
      String family, String qualifier, CompareOperator operator, ByteArrayComparable comparator) {
    return new SingleColumnValueFilter(bytes(family), bytes(qualifier), operator, comparator);
  }

  private static Filter orMissing(boolean keep, Filter filter) {
    ((SingleColumnValueFilter) filter).setFilterIfMissing(!keep);
    return filter;
  }

  private static Filter all(Filter... filters) {
    return new FilterList(FilterList.Operator.MUST_PASS_ALL, filters);
  }

  private static Filter any(Filter... filters) {
    return new FilterList(FilterList.Operator.MUST_PASS_ONE, filters);
  }

  private static BinaryComparator binary(String operand) {
    return new BinaryComparator(bytes(operand));
  }

  private static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }

  private static ProtectedTable table() {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("v"))
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(bytes("w")).setMaxVersions(3).build());
    Consumer<String[]> declare =
        column -> TableSchema.declare(table, column[0], column[1], Protection.parse(column[2]));
    declare.accept(new String[] {"v", "number", "additive int64"});
    declare.accept(new String[] {"v", "text", "additive string(12)"});
    declare.accept(new String[] {"v", "open", "plain"});
    declare.accept(new String[] {"v", "standard", "std string(9)"});
    declare.accept(new String[] {"v", "same", "det string(9)"});
    declare.accept(new String[] {"v", "ordered", "ope int64"});
    declare.accept(new String[] {"w", "kept", "xor bytes(5)"});
    return new ProtectedTable(table.build());
  }
}
