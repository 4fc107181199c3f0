package io.dartagnan.server;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.wire.ShareCell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ShareGuardTest {
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] AMOUNT = Bytes.toBytes("amount");
  private static final byte[] NOTE = Bytes.toBytes("note");
  private static final Protection INT64 = Protection.parse("additive int64");

  private final ShareGuard guard =
      new ShareGuard(
          TableSchema.of(
              TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                  .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                  .setValue("dartagnan.column.f:amount", "additive int64")
                  .setValue("dartagnan.column.f:note", "plain")
                  .build()),
          Party.P1);

  @Test
  void sharesOfThisPartyAndPlainColumnsPass() {
    passes(new Put(ROW).addColumn(FAMILY, AMOUNT, share(Party.P1)));
    passes(new Put(ROW).addColumn(FAMILY, NOTE, Bytes.toBytes("anything")));
    passes(new Append(ROW).addColumn(FAMILY, NOTE, Bytes.toBytes("more")));
    passes(new Delete(ROW));
  }

  @Test
  void plaintextIsRefusedWithoutBeingShown() {
    assertThatThrownBy(
            () -> guard.check(new Put(ROW).addColumn(FAMILY, AMOUNT, Bytes.toBytes("s3cret!!"))))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("f:amount of table t is protected (additive int64)")
        .hasMessageContaining("8 bytes, a share has 20")
        .message()
        .doesNotContain("s3cret");
    refused(new Put(ROW).addColumn(FAMILY, AMOUNT, new byte[20]), "does not begin as a share");
  }

  @Test
  void anotherPartysShareIsRefused() {
    refused(new Put(ROW).addColumn(FAMILY, AMOUNT, share(Party.P2)), "not a share of party 1");
  }

  @Test
  void changesInPlaceAreRefused() {
    refused(new Increment(ROW).addColumn(FAMILY, AMOUNT, 1), "Increment would change it in place");
    refused(new Append(ROW).addColumn(FAMILY, AMOUNT, share(Party.P1)), "Append would change it");
  }

  @Test
  void anUndeclaredColumnIsRefused() {
    refused(
        new Put(ROW).addColumn(FAMILY, Bytes.toBytes("x"), new byte[1]), "f:x of table t is not");
  }

  @Test
  void oneBadCellAmongGoodOnesIsFound() {
    refused(
        new Put(ROW)
            .addColumn(FAMILY, NOTE, new byte[1])
            .addColumn(FAMILY, AMOUNT, 7, share(Party.P1))
            .addColumn(FAMILY, AMOUNT, 8, new byte[3]),
        "3 bytes");
  }

  private void passes(Mutation mutation) {
    assertThatCode(() -> guard.check(mutation)).doesNotThrowAnyException();
  }

  private void refused(Mutation mutation, String reason) {
    assertThatThrownBy(() -> guard.check(mutation))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(reason);
  }

  private static byte[] share(Party party) {
    return ShareCell.encode(INT64, party, 1, new long[1]);
  }
}
