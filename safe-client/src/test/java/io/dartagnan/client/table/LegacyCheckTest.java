package io.dartagnan.client.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.junit.jupiter.api.Test;

/** The builders of HBase's older form, as a table gets what programs build with them. */
@SuppressWarnings("deprecation") // Programs use them.
class LegacyCheckTest {
  private static final byte[] VALUE = {7};
  private static final Filter FILTER = new PageFilter(1);
  private static final TimeRange TIMES = TimeRange.between(1, 5);

  private final List<CheckAndMutate> carriedOut = new ArrayList<>();
  private final Put put = new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.NUMBER, VALUE);
  private final Delete delete = new Delete(Tables.ROW);

  private boolean succeeds(CheckAndMutate operation) {
    carriedOut.add(operation);
    return true;
  }

  private Table.CheckAndMutateBuilder onColumn() {
    return LegacyCheck.onColumn(
        Table.CheckAndMutateBuilder.class, Tables.ROW, Tables.FAMILY, this::succeeds);
  }

  private CheckAndMutate last() {
    return carriedOut.get(carriedOut.size() - 1);
  }

  @Test
  void aConditionOnAColumnIsOfTheColumnTheTimesAndTheValueThatWereNamed() throws IOException {
    assertThat(
            onColumn()
                .qualifier(Tables.NUMBER)
                .timeRange(TIMES)
                .ifMatches(CompareOperator.LESS, VALUE)
                .thenPut(put))
        .isTrue();
    assertThat(last().getRow()).isEqualTo(Tables.ROW);
    assertThat(last().getFamily()).isEqualTo(Tables.FAMILY);
    assertThat(last().getQualifier()).isEqualTo(Tables.NUMBER);
    assertThat(last().getTimeRange()).isSameAs(TIMES);
    assertThat(last().getCompareOp()).isEqualTo(CompareOperator.LESS);
    assertThat(last().getValue()).isEqualTo(VALUE);
    assertThat(last().getAction()).isSameAs(put);

    assertThat(onColumn().ifEquals(VALUE).thenDelete(delete)).isTrue();
    assertThat(last().getCompareOp()).isEqualTo(CompareOperator.EQUAL);
    assertThat(last().getAction()).isSameAs(delete);

    RowMutations mutations = RowMutations.of(List.of(put));
    assertThat(onColumn().ifNotExists().thenMutate(mutations)).isTrue();
    assertThat(last().getValue()).isNull();
    assertThat(last().getAction()).isSameAs(mutations);
  }

  @Test
  void aFilterIsACompleteCondition() throws IOException {
    assertThat(
            LegacyCheck.onFilter(
                    Table.CheckAndMutateWithFilterBuilder.class, Tables.ROW, FILTER, this::succeeds)
                .timeRange(TIMES)
                .thenPut(put))
        .isTrue();
    assertThat(last().getFilter()).isSameAs(FILTER);
    assertThat(last().getTimeRange()).isSameAs(TIMES);
  }

  @Test
  void theAsynchronousBuildersAnswerWithWhatTheTableGives() {
    CompletableFuture<Boolean> answer = new CompletableFuture<>();

    assertThat(
            LegacyCheck.onColumn(
                    AsyncTable.CheckAndMutateBuilder.class,
                    Tables.ROW,
                    Tables.FAMILY,
                    operation -> answer)
                .ifEquals(VALUE)
                .thenPut(put))
        .isSameAs(answer);
    assertThat(
            LegacyCheck.onFilter(
                    AsyncTable.CheckAndMutateWithFilterBuilder.class,
                    Tables.ROW,
                    FILTER,
                    operation -> answer)
                .thenDelete(delete))
        .isSameAs(answer);
  }

  @Test
  void whatIsLeftOutIsANullAsInHBase() {
    assertThatThrownBy(() -> onColumn().thenPut(put))
        .isExactlyInstanceOf(NullPointerException.class)
        .hasMessageContaining("ifNotExists");
    assertThatThrownBy(() -> onColumn().qualifier(null))
        .isExactlyInstanceOf(NullPointerException.class)
        .hasMessageContaining("qualifier");
    assertThatThrownBy(() -> onColumn().ifEquals(null))
        .isExactlyInstanceOf(NullPointerException.class)
        .hasMessageContaining("ifNotExists() asks for absence");
    assertThatThrownBy(
            () ->
                LegacyCheck.onColumn(
                    Table.CheckAndMutateBuilder.class, null, Tables.FAMILY, this::succeeds))
        .isExactlyInstanceOf(NullPointerException.class)
        .hasMessage("row is null");
    assertThat(carriedOut).isEmpty();
  }

  @Test
  void aFailureOfTheTableComesAsItIs() {
    IOException failure = new IOException("refused");

    assertThatThrownBy(
            () ->
                LegacyCheck.onColumn(
                        Table.CheckAndMutateBuilder.class,
                        Tables.ROW,
                        Tables.FAMILY,
                        operation -> {
                          throw failure;
                        })
                    .ifNotExists()
                    .thenPut(put))
        .isSameAs(failure);
  }

  @Test
  void aBuilderIsEqualToItselfAlone() {
    Table.CheckAndMutateBuilder builder = onColumn();

    assertThat(builder.qualifier(Tables.NUMBER)).isSameAs(builder);
    assertThat(builder).isEqualTo(builder).isNotEqualTo(onColumn()).hasSameHashCodeAs(builder);
    assertThat(builder.toString()).isEqualTo("builder of a conditional change");
  }
}
