package io.dartagnan.client.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.Standings;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.fixture.TaggedTable;
import io.dartagnan.client.keys.Place;
import io.dartagnan.client.keys.TableKeys;
import io.dartagnan.client.keys.ValueTags;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.InnerDescriptor;
import io.dartagnan.write.VersionStanding;
import io.dartagnan.write.VersionStanding.Age;
import io.dartagnan.write.VersionStanding.State;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads of a table of which one cloud may lie about what it has, and why. */
class LyingCloudTest {
  static final ProtectedTable VERIFIED = new ProtectedTable(Tables.plainOf("verified"));

  private int questions;

  /** What two clouds have and the third does not return; all have an older version. */
  private static List<Result> without(Party liar) {
    return Party.ALL.stream()
        .map(
            cloud ->
                cloud == liar
                    ? Tables.result(Tables.plain(10, "old"))
                    : Tables.result(Tables.plain(20, "new"), Tables.plain(10, "old")))
        .toList();
  }

  private String read(Party liar, State ofTwo, State ofLiar) throws IOException {
    List<Result> rows = without(liar);
    return read(rows, gets -> Standings.of(gets, rows, ofTwo, ofLiar));
  }

  private String read(List<Result> rows, DeepReconciliation.Clouds standings) throws IOException {
    return read(VERIFIED, rows, standings);
  }

  private String read(ProtectedTable table, List<Result> rows, DeepReconciliation.Clouds standings)
      throws IOException {
    DeepReconciliation.Clouds clouds =
        gets -> {
          if (Standings.areAskedBy(gets)) {
            questions++;
            return standings.get(gets);
          }
          return rows.stream().map(row -> new Result[] {row}).toList();
        };
    Result row = DeepReconciliation.of(new Get(Tables.ROW), table, clouds).reconcile(rows);
    return Bytes.toString(row.getValue(Tables.FAMILY, Tables.PLAIN));
  }

  @ParameterizedTest
  @CsvSource({"0, UNKNOWN", "1, ABSENT", "2, REPLACED"})
  void whatTwoCloudsKnowToBeSettledIsReadWhateverTheThirdSays(int liar, State says)
      throws IOException {
    assertThat(read(Party.of(liar), State.SETTLED, says)).isEqualTo("new");
  }

  /** It did not return it, and says that it has it. */
  @ParameterizedTest
  @EnumSource
  void whatTheThirdSaysToHaveAndDoesNotReturnIsReadFromTheTwo(Party liar) throws IOException {
    List<Result> all =
        without(liar).stream().map(any -> without(liar.next()).get(liar.index())).toList();
    assertThat(read(without(liar), gets -> Standings.of(gets, all, State.SETTLED, State.ABSENT)))
        .isEqualTo("new");
  }

  /** A write that has just been acknowledged: its writer tells of it within a second or two. */
  @Test
  void whatTheTwoDoNotKnowYetIsWaitedFor() throws IOException {
    List<Result> rows = without(Party.P1);
    assertThat(
            read(
                rows,
                gets ->
                    Standings.of(
                        gets, rows, questions < 3 ? State.UNSETTLED : State.SETTLED, State.ABSENT)))
        .isEqualTo("new");
    assertThat(questions).isEqualTo(3);
  }

  /** Never the older value, which one lie would else bring back. */
  @Test
  void whatStaysInDoubtIsAnErrorThatNamesTheCloud() {
    Stream.of(
            List.of(State.SETTLED, State.DELETED),
            List.of(State.SETTLED, State.HIDDEN),
            List.of(State.UNSETTLED, State.ABSENT),
            List.of(State.TORN, State.REPLACED),
            List.of(State.FOREIGN, State.UNKNOWN))
        .parallel()
        .forEach(
            states ->
                assertThatThrownBy(
                        () -> new LyingCloudTest().read(Party.P2, states.get(0), states.get(1)))
                    .as("%s", states)
                    .hasMessageContaining("cloud 2 lacks the version at 20")
                    .hasMessageContaining("or a cloud lies"));
  }

  /** What each cloud says of the newer version, the liar last. */
  private String read(VersionStanding next, VersionStanding prev, VersionStanding liar)
      throws IOException {
    return read(VERIFIED, next, prev, liar);
  }

  private String read(
      ProtectedTable table, VersionStanding next, VersionStanding prev, VersionStanding liar)
      throws IOException {
    List<VersionStanding> byCloud = List.of(next, prev, liar);
    return read(
        table,
        without(Party.P2),
        gets ->
            byCloud.stream()
                .map(
                    standing ->
                        new KeyValue(
                            Tables.ROW, Tables.FAMILY, Tables.PLAIN, 20, standing.encode()))
                .map(cell -> new Result[] {Tables.result(cell)})
                .toList());
  }

  /** Its word is not enough where deletes carry tags, and the tag of a delete is not its own. */
  @Test
  void aDeleteThatACloudDoesNotShowIsNone(@TempDir Path folder) throws IOException {
    TaggedTable tagged = TaggedTable.in(folder);
    ProtectedTable table = tagged.table();
    VersionStanding settled = there(State.SETTLED, Long.MAX_VALUE);
    byte ofColumn = KeyValue.Type.DeleteColumn.getCode();
    ValueTags tags = tagged.tags();

    for (VersionStanding denied :
        List.of(
            new VersionStanding(State.DELETED, 0, 100, Age.NONE),
            new VersionStanding(State.HIDDEN, 0, 100, Age.NONE),
            deleted(ofColumn, 25, new byte[17]),
            deleted(ofColumn, 25, new byte[0]),
            deleted(ofColumn, 25, tags.ofDelete(place("rn", 25), ofColumn)),
            deleted(ofColumn, 26, tags.ofDelete(place("p", 25), ofColumn)),
            deleted(ofColumn, 15, tags.ofDelete(place("p", 15), ofColumn)),
            deleted(
                ofColumn,
                25,
                new ValueTags(TableKeys.create()).ofDelete(place("p", 25), ofColumn)))) {
      assertThat(read(table, settled, settled, denied)).isEqualTo("new");
    }
    byte ofFamily = KeyValue.Type.DeleteFamily.getCode();
    Stream.of(
            deleted(ofColumn, 25, tags.ofDelete(place("p", 25), ofColumn)),
            deleted(ofColumn, 20, tags.ofDelete(place("p", 20), ofColumn)),
            deleted(ofFamily, 25, tags.ofDelete(place("", 25), ofFamily)))
        .parallel()
        .forEach(
            shown ->
                assertThatThrownBy(() -> new LyingCloudTest().read(table, settled, settled, shown))
                    .hasMessageContaining("cloud 2 lacks the version at 20"));
  }

  /** Its writer died before it told, and another that deleted it on one cloud. */
  @Test
  void whatIsDeletedOnOneCloudIsThereOnceItsPutIsOld(@TempDir Path folder) throws IOException {
    ProtectedTable table = TaggedTable.in(folder).table();
    VersionStanding deleted = new VersionStanding(State.DELETED, 0, 100, Age.NONE);
    VersionStanding old = unsettled(State.UNSETTLED, VersionStanding.UNDER_WAY_MS);
    VersionStanding settled = there(State.SETTLED, Long.MAX_VALUE);
    assertThat(read(table, old, old, deleted)).isEqualTo("new");

    VersionStanding young = unsettled(State.UNSETTLED, VersionStanding.UNDER_WAY_MS - 1);
    VersionStanding torn = unsettled(State.TORN, VersionStanding.UNDER_WAY_MS);
    VersionStanding absent = absent(30);
    Stream.of(
            List.of(old, young, deleted),
            List.of(young, old, deleted),
            List.of(settled, young, deleted),
            List.of(old, torn, deleted),
            List.of(old, old, new VersionStanding(State.HIDDEN, 0, 100, Age.NONE)),
            List.of(old, old, absent))
        .parallel()
        .forEach(
            doubtful ->
                assertThatThrownBy(
                        () ->
                            new LyingCloudTest()
                                .read(table, doubtful.get(0), doubtful.get(1), doubtful.get(2)))
                    .hasMessageContaining("cloud 2 lacks the version at 20"));
  }

  /** It could be neither before nor after that write. */
  @Test
  void aDeleteOfOneCloudIsWaitedForWhereAWriteDependsOnTheRead(@TempDir Path folder)
      throws IOException {
    ProtectedTable table = TaggedTable.in(folder).table();
    List<Result> rows = without(Party.P2);
    for (boolean decides : new boolean[] {false, true}) {
      DeepReconciliation.Clouds clouds =
          new DeepReconciliation.Clouds() {
            @Override
            public List<Result[]> get(List<Get> gets) {
              return Standings.areAskedBy(gets)
                  ? Standings.of(gets, rows, State.SETTLED, State.DELETED)
                  : rows.stream().map(row -> new Result[] {row}).toList();
            }

            @Override
            public boolean decides() {
              return decides;
            }
          };
      DeepReconciliation read = DeepReconciliation.of(new Get(Tables.ROW), table, clouds);
      if (decides) {
        assertThatThrownBy(() -> read.reconcile(rows))
            .hasMessageContaining("cloud 2 lacks the version at 20");
      } else {
        assertThat(read.reconcile(rows).getValue(Tables.FAMILY, Tables.PLAIN))
            .isEqualTo(Tables.bytes("new"));
      }
    }
  }

  private static VersionStanding unsettled(State state, long age) {
    VersionStanding there = there(state, Long.MAX_VALUE);
    return new VersionStanding(state, there.number(), there.time(), new Age(age, age + 1));
  }

  private static Place place(String qualifier, long timestamp) {
    return new Place(Tables.ROW, Tables.FAMILY, Tables.bytes(qualifier), timestamp);
  }

  private static VersionStanding deleted(byte type, long timestamp, byte[] tag) {
    return new VersionStanding(
        State.DELETED,
        0,
        100,
        Age.NONE,
        Optional.of(new VersionStanding.Marker(type, timestamp, tag)));
  }

  private static VersionStanding there(State state, long expires) {
    long id = VERIFIED.writeId(Tables.plain(20, "new"), Party.P0).orElseThrow();
    return new VersionStanding(state, id, expires, Age.NONE);
  }

  private static VersionStanding absent(long time) {
    return new VersionStanding(State.ABSENT, 0, time, Age.NONE);
  }

  /** One that lies may say so of what another half-way put. */
  @Test
  void thatOneOfTheTwoKnowsItToBeSettledIsNotEnough() {
    assertThatThrownBy(
            () ->
                read(
                    there(State.SETTLED, Long.MAX_VALUE),
                    there(State.UNSETTLED, Long.MAX_VALUE),
                    absent(30)))
        .hasMessageContaining("or a cloud lies");
  }

  /** By its clock, which may be ahead; it may be what one of the two says that lies. */
  @Test
  void whatHasExpiredOnTheThirdAloneIsWaitedFor() throws IOException {
    VersionStanding settled = there(State.SETTLED, 1_000);
    assertThatThrownBy(() -> read(settled, settled, absent(1_000)))
        .hasMessageContaining("or a cloud lies");
    assertThat(read(settled, settled, absent(999))).isEqualTo("new");
    VersionStanding lasting = there(State.SETTLED, Long.MAX_VALUE);
    assertThat(read(lasting, lasting, absent(Long.MAX_VALUE))).isEqualTo("new");
  }

  /** Which a cloud may lose without lying. */
  @Test
  void whatWasNotMadeDurableMayBeOlder() throws IOException {
    assertThat(read(Party.P0, State.NOT_DURABLE, State.ABSENT)).isEqualTo("old");
  }

  @ParameterizedTest
  @EnumSource
  void whatOneCloudInventsIsPassedOver(Party liar) throws IOException {
    List<Result> rows =
        Party.ALL.stream()
            .map(
                cloud ->
                    cloud == liar
                        ? Tables.result(Tables.plain(30, "invented"), Tables.plain(10, "old"))
                        : Tables.result(Tables.plain(10, "old")))
            .toList();
    assertThat(read(rows, gets -> Standings.of(gets, rows, State.SETTLED, State.ABSENT)))
        .isEqualTo("old");
  }

  /** What it shows of a column that nobody wrote is another thing each time. */
  @ParameterizedTest
  @EnumSource
  void aCloudThatShowsSomethingElseEachTimeIsNamed(Party liar) {
    AtomicInteger readings = new AtomicInteger();
    DeepReconciliation.Clouds clouds =
        gets ->
            Party.ALL.stream()
                .map(cloud -> cloud == liar ? invented(readings) : Result.EMPTY_RESULT)
                .map(row -> new Result[] {row})
                .toList();

    assertThatThrownBy(
            () ->
                DeepReconciliation.of(new Get(Tables.ROW), VERIFIED, clouds)
                    .reconcile(clouds.get(List.of()).stream().map(row -> row[0]).toList()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cloud %d alone showed something else in each", liar.index());
  }

  private static Result invented(AtomicInteger readings) {
    return Tables.result(Tables.plain(10, "invented " + readings.getAndIncrement()));
  }

  /** One of the two may be the one that lies, and returns any share. */
  @Test
  void twoCloudsAreNotEnoughWithoutTags() throws IOException {
    Get get = new Get(Tables.ROW).addColumn(Tables.FAMILY, Tables.PLAIN);
    assertThat(PairOfClouds.areEnough(get.getFamilyMap(), Tables.TABLE)).isTrue();
    assertThat(PairOfClouds.areEnough(get.getFamilyMap(), VERIFIED)).isFalse();
    ProtectedTable tagged =
        new ProtectedTable(
            InnerDescriptor.of(Tables.tagged().setValue("dartagnan.suite", "verified").build()));
    assertThat(PairOfClouds.areEnough(get.getFamilyMap(), tagged)).isTrue();
  }

  /** Versions that take each other's place faster than their standings are asked for. */
  @Test
  void whatHasChangedEachTimeIsNotPassedOver() throws IOException {
    VersionStanding another = new VersionStanding(State.SETTLED, 77, Long.MAX_VALUE, Age.NONE);
    assertThatThrownBy(() -> read(another, another, absent(30)))
        .hasMessageContaining("or a cloud lies");
  }
}
