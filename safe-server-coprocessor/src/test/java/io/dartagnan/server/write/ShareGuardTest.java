package io.dartagnan.server.write;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.SharedProtection;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShareGuardTest {
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] AMOUNT = Bytes.toBytes("amount");
  private static final byte[] NOTE = Bytes.toBytes("note");

  private final ShareGuard guard = guard("additive int64");

  private static ShareGuard guard(String amount) {
    return new ShareGuard(
        TableSchema.of(
            TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .setValue("dartagnan.column.f:amount", amount)
                .setValue("dartagnan.column.f:note", "plain")
                .build()),
        Party.P1);
  }

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
    refused(
        new Put(ROW).addColumn(FAMILY, AMOUNT, share(Party.P2)),
        "the share of party 2, and this cloud is party 1");
  }

  /** Whatever the column's scheme: its own shares pass, and those of every other are refused. */
  @ParameterizedTest
  @ValueSource(strings = {"int64", "bytes(20)", "string(80)"})
  void onlySharesOfTheColumnsOwnSchemePass(String type) throws IOException {
    for (String declared : List.of("additive", "xor", "replicated")) {
      ShareGuard ofColumn = guard(declared + " " + type);
      for (String offered : List.of("additive", "xor", "replicated")) {
        Put put = new Put(ROW).addColumn(FAMILY, AMOUNT, share(offered + " " + type, Party.P1));
        if (offered.equals(declared)) {
          ofColumn.check(put);
        } else {
          assertThatThrownBy(() -> ofColumn.check(put))
              .as("%s offered to %s", offered, declared)
              .isInstanceOf(DoNotRetryIOException.class)
              .hasMessageContaining("is protected (" + declared + " " + type + ")");
        }
      }
    }
  }

  @Test
  void halfOfAReplicatedShareIsRefused() {
    byte[] whole = share("replicated int64", Party.P1);
    Put half = new Put(ROW).addColumn(FAMILY, AMOUNT, Arrays.copyOf(whole, whole.length - 8));

    assertThatThrownBy(() -> guard("replicated int64").check(half))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("it has 20 bytes, a share has 28");
  }

  @Test
  void changesInPlaceAreRefused() {
    refused(new Increment(ROW).addColumn(FAMILY, AMOUNT, 1), "Increment would change it in place");
    refused(new Append(ROW).addColumn(FAMILY, AMOUNT, share(Party.P1)), "Append would change it");
  }

  /** HBase takes a cell of any type in a delete. */
  @Test
  void aValueInADeleteIsRefused() throws IOException {
    Delete delete = new Delete(ROW).addColumns(FAMILY, AMOUNT).addFamily(FAMILY);
    passes(delete);
    delete.add(new KeyValue(ROW, FAMILY, AMOUNT, 7, KeyValue.Type.Put, Bytes.toBytes("s3cret")));
    refused(delete, "Delete would change it in place");
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
    return share("additive int64", party);
  }

  private static byte[] share(String declared, Party party) {
    SharedProtection protection = (SharedProtection) Protection.parse(declared);
    List<Shares> dealt =
        new Dealer(protection.laneSharing(), protection.laneType().ring(), new SecureRandom())
            .deal(new long[protection.laneType().ring().limbs()]);
    return ShareCell.encode(protection, 1, dealt.get(party.index()), 0);
  }
}
