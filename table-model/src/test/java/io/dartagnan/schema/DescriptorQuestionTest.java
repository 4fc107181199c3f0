package io.dartagnan.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class DescriptorQuestionTest {
  private static final TableDescriptor TABLE =
      TableDescriptorBuilder.newBuilder(TableName.valueOf("n:t"))
          .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
          .setValue("dartagnan.default", "additive int64")
          .build();

  @Test
  void theAnswerIsTheWholeDescriptor() {
    Get asked = DescriptorQuestion.ask();
    assertThat(DescriptorQuestion.isAskedBy(asked)).isTrue();

    Result answer = Result.create(List.of(DescriptorQuestion.answer(asked, TABLE)));

    assertThat(DescriptorQuestion.answerIn(answer, TABLE.getTableName())).contains(TABLE);
  }

  @Test
  void noOtherGetAsks() {
    assertThat(DescriptorQuestion.isAskedBy(new Get(new byte[] {0}))).isFalse();
    Get ofLaterRelease = new Get(new byte[] {0});
    ofLaterRelease.setAttribute("dartagnan.descriptor", new byte[] {2});
    assertThat(DescriptorQuestion.isAskedBy(ofLaterRelease)).isFalse();
  }

  @Test
  void whatIsNoAnswerIsNotTakenForOne() {
    TableName name = TABLE.getTableName();
    byte[] row = {0};
    byte[] family = Bytes.toBytes("descriptor");
    Cell garbage = new KeyValue(row, family, new byte[0], 1, new byte[] {1, 2, 3});
    Cell ofTheRow = new KeyValue(row, Bytes.toBytes("f"), new byte[0], 1, new byte[] {1});

    assertThat(DescriptorQuestion.answerIn(Result.EMPTY_RESULT, name)).isEmpty();
    assertThat(DescriptorQuestion.answerIn(Result.create(List.of(garbage)), name)).isEmpty();
    assertThat(DescriptorQuestion.answerIn(Result.create(List.of(ofTheRow)), name)).isEmpty();
    Result ofAnotherTable =
        Result.create(List.of(DescriptorQuestion.answer(DescriptorQuestion.ask(), TABLE)));
    assertThat(DescriptorQuestion.answerIn(ofAnotherTable, TableName.valueOf("t"))).isEmpty();
  }
}
