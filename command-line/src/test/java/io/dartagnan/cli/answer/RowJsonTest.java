package io.dartagnan.cli.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.cli.column.TableColumns;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RowJsonTest {

  private static final byte[] F = Bytes.toBytes("f");

  private final TableColumns columns =
      TableColumns.of(
          TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
              .setValue("dartagnan.column.f:Fee", "additive int64")
              .setValue("cli.decimal.f:Fee", "2")
              .setValue("dartagnan.column.f:Name", "xor string(7)")
              .setValue("dartagnan.default", "plain")
              .build());

  private static Cell cell(byte[] row, String qualifier, byte[] value) {
    return new KeyValue(row, F, Bytes.toBytes(qualifier), value);
  }

  private static Result row(byte[] key) {
    return Result.create(
        List.of(
            cell(key, "Fee", Bytes.toBytes(-1050L)),
            cell(key, "Name", Bytes.toBytes("Zoë")),
            cell(key, "raw", new byte[] {0, (byte) 0xff})));
  }

  @Test
  void numbersAreNumbersAndBytesThatAreNoTextAreHex() {
    assertThat(new RowJson(columns, List.of()).line(row(Bytes.toBytes("r"))).toString())
        .isEqualTo(
            "{\"row\":\"r\",\"cells\":"
                + "{\"f:Fee\":-10.50,\"f:Name\":\"Zoë\",\"f:raw\":{\"hex\":\"00ff\"}}}");
  }

  @Test
  void aRowKeyMayBeAnyBytes() {
    assertThat(
            new RowJson(columns, List.of(columns.named("Name")))
                .line(row(new byte[] {(byte) 0x80}))
                .toString())
        .isEqualTo("{\"row\":{\"hex\":\"80\"},\"cells\":{\"f:Name\":\"Zoë\"}}");
  }
}
