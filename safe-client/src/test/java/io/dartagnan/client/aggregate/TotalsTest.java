package io.dartagnan.client.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.scan.AgreedPage;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.query.AggregateShares;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.Protection;
import io.dartagnan.wire.CloudDeviationException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Rows that the clouds could not decide, which come to the totals one by one. */
class TotalsTest {
  private static final byte[] FAMILY = {'f'};
  private static final byte[] QUALIFIER = {'q'};

  @Test
  void numbersAreAddedAsNumbers() throws DoNotRetryIOException {
    Totals totals = new Totals(column("additive int64"));
    for (long value : List.of(5L, -7L, 3L)) {
      totals.add(row(Bytes.toBytes(value)));
    }
    assertThat(totals.count()).isEqualTo(3);
    assertThat(totals.sum()).isEqualTo(1);
    assertThat(totals.least()).hasValue(Bytes.toBytes(-7L));
    assertThat(totals.greatest()).hasValue(Bytes.toBytes(5L));
  }

  @Test
  void textsAreOrderedBytewise() throws DoNotRetryIOException {
    Totals totals = new Totals(column("xor string(5)"));
    for (String text : List.of("b", "", "ab")) {
      totals.add(row(Bytes.toBytes(text)));
    }
    assertThat(totals.count()).isEqualTo(3);
    assertThat(totals.sum()).isZero();
    assertThat(totals.least()).hasValue(new byte[0]);
    assertThat(totals.greatest()).hasValue(Bytes.toBytes("b"));
  }

  @Test
  void ofAnyCellRowsAreCounted() throws DoNotRetryIOException {
    Totals totals = new Totals(QueryColumn.anyCell());
    totals.add(row(Bytes.toBytes("whatever")));
    assertThat(totals.count()).isEqualTo(1);
    assertThat(totals.least()).isEmpty();
  }

  /** Pages of several questions have the answers of each batch one after the other. */
  @Test
  void answersOfSeveralQuestionsAreDealtOutByTheirPlace() throws DoNotRetryIOException {
    List<Totals> each =
        List.of(new Totals(QueryColumn.anyCell()), new Totals(QueryColumn.anyCell()));
    Totals.add(each, page(3, 10, 4, 20));
    Totals.add(each, page(1, 2));

    assertThat(each).extracting(Totals::count).containsExactly(8L, 32L);
    assertThatThrownBy(() -> Totals.add(each, page(1, 2, 3)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("do not belong together");
  }

  /** Of counts that two clouds each hold every share of. */
  @Test
  void aCloudThatAltersASharedCountIsNamed() throws DoNotRetryIOException {
    Totals totals = new Totals(QueryColumn.anyCell());
    totals.add(replicated(0, 0));
    assertThat(totals.count()).isEqualTo(7);
    assertThatThrownBy(() -> totals.add(replicated(1, 0)))
        .isInstanceOf(CloudDeviationException.class)
        .hasMessageStartingWith("cloud 0 or cloud 1 deviated from the protocol");
    assertThatThrownBy(() -> totals.add(replicated(1, 1)))
        .isInstanceOf(CloudDeviationException.class)
        .hasMessageStartingWith("cloud 1 deviated from the protocol");
    assertThat(totals.count()).isEqualTo(7);
  }

  /** Or of numbers of another size, which do not add up with the others'. */
  @Test
  void aCloudThatGivesWhatIsNoShareIsNamed() {
    Totals totals = new Totals(QueryColumn.anyCell());
    byte[] none = {7, 7, 7};
    for (byte[] given : List.of(none, encoded(NumberShare.replicatedXor(Party.P1, 8, 1, 1)))) {
      assertThatThrownBy(
              () ->
                  totals.add(
                      page(
                          party ->
                              party == Party.P1
                                  ? given
                                  : encoded(NumberShare.replicatedXor(party, 16, 1, 1)))))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("do not belong together: cloud 1 altered its own");
    }
  }

  /** A count of 7 of which cloud 1 gives other shares. */
  private static AgreedPage replicated(long own, long next) {
    long[] shares = {2, 4, 1};
    return page(
        party ->
            encoded(
                NumberShare.replicatedXor(
                    party,
                    16,
                    shares[party.index()] ^ (party == Party.P1 ? own : 0),
                    shares[party.next().index()] ^ (party == Party.P1 ? next : 0))));
  }

  private static AgreedPage page(long... counts) {
    return page(
        party ->
            Arrays.stream(counts)
                .mapToObj(count -> share(party, count))
                .reduce(new byte[0], Bytes::add));
  }

  private static AgreedPage page(Function<Party, byte[]> aggregates) {
    return new AgreedPage(
        true, new byte[0], 0, List.of(), Party.ALL.stream().map(aggregates).toList());
  }

  private static byte[] share(Party party, long count) {
    return encoded(NumberShare.additive(party, Long.SIZE, party == Party.P0 ? count : 0));
  }

  private static byte[] encoded(NumberShare count) {
    return new AggregateShares(
            Optional.of(count), Optional.empty(), Optional.empty(), Optional.empty())
        .encode();
  }

  @Test
  void whatIsNoNumberIsRefused() {
    Totals totals = new Totals(column("plain"));
    assertThatThrownBy(() -> totals.add(row(new byte[3])))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("f:q holds a value of 3 bytes");
  }

  private static QueryColumn column(String protection) {
    return new QueryColumn(FAMILY, QUALIFIER, Protection.parse(protection));
  }

  private static Result row(byte[] value) {
    return Result.create(
        List.<Cell>of(new KeyValue(Bytes.toBytes("row"), FAMILY, QUALIFIER, 1, value)));
  }
}
