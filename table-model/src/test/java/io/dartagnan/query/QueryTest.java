package io.dartagnan.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.SharedProtection;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QueryTest {
  private static final Protection ADDITIVE = SharedProtection.additive(ValueType.INT64);
  private static final Comparison GREATER = new Comparison(Operator.GREATER, Ordering.SIGNED);
  private static final Predicate PREDICATE =
      new Predicate.And(
          List.of(
              PublicCondition.present(0),
              new SharedCondition(0, GREATER, shares(Sharing.ADDITIVE, 0x0102030405060708L))));
  private static final Query SELECT = query(new Operation.Select(PREDICATE, 7));
  private static final Query AGGREGATE =
      query(
          new Operation.Aggregate(
              PREDICATE, 0, Set.of(Operation.Function.COUNT, Operation.Function.SUM)));

  private static final Query COUNTS =
      query(new Operation.Counts(new Predicate.Or(List.of(PREDICATE, PublicCondition.present(1)))));

  private static final String HEADER =
      "0201"
          + "0102030405060708"
          + "1112131415161718"
          + "00000005"
          + "0005612c312c32"
          + "0005622c312c32"
          + "0005632c312c32"
          + "00057375697465"
          + "0002"
          + "000166"
          + "000171"
          + "000e6164646974697665" // "additive
          + "20696e743634" // int64"
          + "0000" // any cell
          + "0000"
          + "0005706c61696e";
  private static final String PREDICATE_HEX =
      "0000001c"
          + "0101" // layout, party
          + "010002" // and of two
          + "05000005000000" // column 0 present
          + "0400000401000001" // column 0 > ?
          + "0102030405060708";

  @Test
  void layoutOfASelectionIsTheDrawnOne() {
    assertThat(hex(SELECT)).isEqualTo(HEADER + "0100000007" + PREDICATE_HEX);
  }

  @Test
  void layoutOfAnAggregateIsTheDrawnOne() {
    assertThat(hex(AGGREGATE)).isEqualTo(HEADER + "02000003" + PREDICATE_HEX);
  }

  @Test
  void layoutOfCountsIsTheDrawnOne() {
    assertThat(hex(COUNTS))
        .isEqualTo(
            HEADER
                + "03"
                + "00000026"
                + "0101" // layout, party
                + "020002" // or of two
                + PREDICATE_HEX.substring(12)
                + "05000105000000"); // column 1 present
  }

  @Test
  void countsOfWhatIsNoDisjunctionAreRefused() {
    byte[] query = SELECT.encode();
    int at = query.length - PREDICATE_HEX.length() / 2 - 5;
    byte[] counts = new byte[query.length - 4];
    System.arraycopy(query, 0, counts, 0, at);
    counts[at] = 3;
    System.arraycopy(query, at + 5, counts, at + 1, query.length - at - 5);
    assertThatThrownBy(() -> Query.decode(counts))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no disjunction");
  }

  @Test
  void readsBackWhatItWrites() {
    assertThat(Query.decode(SELECT.encode())).isEqualTo(SELECT);
    assertThat(Query.decode(AGGREGATE.encode())).isEqualTo(AGGREGATE);
    assertThat(Query.decode(COUNTS.encode())).isEqualTo(COUNTS);
  }

  @Test
  void layoutOfAnotherReleaseIsRefusedByName() {
    byte[] query = SELECT.encode();
    query[0] = 3;
    assertThatThrownBy(() -> Query.decode(query))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a query of layout 3 was given, this cloud knows layout 2: the client is of a later"
                + " release; upgrade the three clouds before their clients");
    query[0] = 1;
    assertThatThrownBy(() -> Query.decode(query))
        .hasMessage(
            "a query of layout 1 was given, this cloud knows layout 2: the client is of an earlier"
                + " release than this cloud serves; upgrade the client");
  }

  @Test
  void everyTruncationIsRefused() {
    for (Query whole : List.of(SELECT, AGGREGATE, COUNTS)) {
      byte[] query = whole.encode();
      for (int length = 0; length < query.length; length++) {
        byte[] truncated = Arrays.copyOf(query, length);
        assertThatThrownBy(() -> Query.decode(truncated))
            .as("%d bytes", length)
            .isInstanceOf(IllegalArgumentException.class);
      }
      byte[] longer = Arrays.copyOf(query, query.length + 1);
      assertThatThrownBy(() -> Query.decode(longer)).hasMessageContaining("after its end");
    }
  }

  @Test
  void anyBitFlipIsReadOrRefusedAndNothingElse() {
    byte[] query = AGGREGATE.encode();
    for (int bit = 0; bit < 8 * query.length; bit++) {
      byte[] flipped = query.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertReadOrRefused(flipped, "bit " + bit);
    }
  }

  @Test
  void anyBytesAreReadOrRefusedAndNothingElse() {
    long seed = Seed.of(this);
    Random random = new Random(seed);
    for (int round = 0; round < 20_000; round++) {
      byte[] noise = new byte[random.nextInt(300)];
      random.nextBytes(noise);
      byte[] query = SELECT.encode();
      System.arraycopy(query, 0, noise, 0, Math.min(noise.length, random.nextInt(query.length)));
      assertReadOrRefused(noise, "seed " + seed + " round " + round);
    }
  }

  @Test
  void hugeLengthIsRefusedBeforeItIsAllocated() {
    byte[] query = SELECT.encode();
    int at = query.length - PREDICATE_HEX.length() / 2;
    query[at] = 0x7f;
    assertThatThrownBy(() -> Query.decode(query)).isInstanceOf(IllegalArgumentException.class);
    query[at] = (byte) 0xff;
    assertThatThrownBy(() -> Query.decode(query)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void conditionThatDoesNotFitItsColumnIsRefused() {
    assertRefused(
        new SharedCondition(0, GREATER, shares(Sharing.XOR, 1)), "not a share of a value");
    assertRefused(
        new SharedCondition(1, GREATER, shares(Sharing.ADDITIVE, 1)), "not a share of a value");
    assertRefused(new PublicCondition(0, GREATER, new byte[8]), "only its presence");
    assertRefused(new PublicCondition(1, GREATER, new byte[8]), "only its presence");
    assertRefused(PublicCondition.present(2), "the query names 2");
  }

  @Test
  void theRowKeyIsComparedBytewiseBehindOtherColumns() {
    PublicCondition from =
        new PublicCondition(
            1, new Comparison(Operator.GREATER_OR_EQUAL, Ordering.UNSIGNED), bytes("row"));
    QueryColumn stored = new QueryColumn(bytes("f"), bytes("q"), ADDITIVE);
    Operation select = new Operation.Select(from, 1);

    Query query = query(List.of(stored, QueryColumn.rowKey()), select);
    assertThat(Query.decode(query.encode())).isEqualTo(query);
    assertThat(query.stored()).containsExactly(stored);
    assertThat(SELECT.stored()).isEqualTo(SELECT.columns());

    Operation first = new Operation.Select(PublicCondition.present(0), 1);
    for (List<QueryColumn> columns :
        List.of(
            List.of(QueryColumn.rowKey()),
            List.of(QueryColumn.rowKey(), stored),
            List.of(stored, QueryColumn.rowKey(), QueryColumn.rowKey()))) {
      assertThatThrownBy(() -> query(columns, first)).hasMessageContaining("named behind others");
    }
    List<QueryColumn> columns = List.of(stored, QueryColumn.rowKey());
    assertThatThrownBy(
            () ->
                query(columns, new Operation.Aggregate(from, 1, Set.of(Operation.Function.COUNT))))
        .hasMessageContaining("to be aggregated");
    assertThatThrownBy(
            () ->
                query(
                    columns, new Operation.Select(new PublicCondition(1, GREATER, new byte[8]), 1)))
        .hasMessageContaining("given in the clear, column row key");
    assertThatThrownBy(() -> new QueryColumn(new byte[0], bytes("x"), Protection.PLAIN))
        .hasMessageContaining("different releases");
  }

  @Test
  void queryWithoutColumnsOrWithTooManyIsRefused() {
    Operation count = new Operation.Select(PublicCondition.present(0), 1);
    for (int columns : new int[] {0, Query.MAX_COLUMNS + 1}) {
      assertThatThrownBy(
              () ->
                  new Query(
                      SELECT.session(),
                      Party.P1,
                      SELECT.servers(),
                      "suite",
                      Collections.nCopies(columns, QueryColumn.anyCell()),
                      count))
          .hasMessageContaining("1 to 256 are allowed");
    }
  }

  @Test
  void operandIsNotInTheText() {
    assertThat(SELECT.toString()).isEqualTo("query 01020304050607081112131415161718/5 at party 1");
    assertThat(SELECT.operation().toString()).doesNotContain("72623859790382856");
  }

  private static void assertRefused(Predicate predicate, String reason) {
    assertThatThrownBy(() -> query(new Operation.Select(predicate, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void anAggregateOfAColumnWithoutLanesIsRefused() {
    Protection withoutLanes =
        (Protection)
            Proxy.newProxyInstance(
                Protection.class.getClassLoader(),
                new Class<?>[] {Protection.class},
                (proxy, method, arguments) -> "without lanes");

    assertThatThrownBy(
            () ->
                query(
                    withoutLanes,
                    new Operation.Aggregate(
                        PublicCondition.present(1), 0, Set.of(Operation.Function.MIN))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "column f:q is declared 'without lanes', the clouds do not compute with its values");
  }

  private static Query query(Operation operation) {
    return query(ADDITIVE, operation);
  }

  private static Query query(Protection protection, Operation operation) {
    return query(
        List.of(new QueryColumn(bytes("f"), bytes("q"), protection), QueryColumn.anyCell()),
        operation);
  }

  private static Query query(List<QueryColumn> columns, Operation operation) {
    return new Query(
        new QuerySession(0x0102030405060708L, 0x1112131415161718L, 5),
        Party.P1,
        List.of("a,1,2", "b,1,2", "c,1,2"),
        "suite",
        columns,
        operation);
  }

  private static Shares shares(Sharing sharing, long share) {
    return Shares.single(Party.P1, sharing, new Ring(1), new long[] {share});
  }

  private static String hex(Query query) {
    return HexFormat.of().formatHex(query.encode());
  }

  private static void assertReadOrRefused(byte[] bytes, String which) {
    Throwable thrown = catchThrowable(() -> Query.decode(bytes));
    if (thrown != null) {
      assertThat(thrown).as(which).isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
