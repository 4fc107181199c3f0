package io.dartagnan.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.sharing.Sharing;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableSchemaTest {

  @Test
  void nearestDeclarationCounts() {
    TableSchema schema =
        TableSchema.of(
            table(
                "dartagnan.column.f:n", "additive int64",
                "dartagnan.column.f:*", "additive string(9)",
                "dartagnan.default", "plain"));

    assertThat(schema.require(bytes("f"), bytes("n")))
        .isEqualTo(SharedProtection.additive(ValueType.INT64));
    assertThat(schema.require(bytes("f"), bytes("other")))
        .isEqualTo(SharedProtection.additive(ValueType.string(9)));
    assertThat(schema.require(bytes("g"), bytes("n"))).isEqualTo(Protection.PLAIN);
  }

  @Test
  void undeclaredColumnIsRefusedSayingWhatToAdd() {
    TableSchema schema = TableSchema.of(table("dartagnan.column.f:n", "additive int64"));

    assertThat(schema.protectionOf(bytes("f"), bytes("m"))).isEmpty();
    assertThatThrownBy(() -> schema.require(bytes("f"), bytes("m")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "column f:m of table t is not declared; add 'dartagnan.column.f:m' or"
                + " 'dartagnan.default' to the table");
  }

  @Test
  void qualifiersMayBeAnyBytes() {
    byte[] qualifier = {'a', ':', 0, (byte) 0xff};
    byte[] key = Bytes.add(bytes("dartagnan.column.f:"), qualifier);
    TableDescriptor descriptor =
        TableDescriptorBuilder.newBuilder(table()).setValue(key, bytes("additive int64")).build();

    TableSchema schema = TableSchema.of(descriptor);

    assertThat(schema.protectionOf(bytes("f"), qualifier)).isPresent();
    assertThat(schema.protectionOf(bytes("f"), bytes("a"))).isEmpty();
  }

  @Test
  void tableWithoutDeclarationsIsRefusedWithTheLinesToAdd() {
    assertThatThrownBy(() -> TableSchema.of(table("other.key", "x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("table t does not say how its columns are protected")
        .hasMessageContaining(".setValue(\"dartagnan.column.f:<qualifier>\", \"additive int64\")")
        .hasMessageContaining(".setValue(\"dartagnan.default\", \"plain\")");
    assertThat(TableSchema.isDeclaredIn(table("other.key", "x"))).isFalse();
    assertThat(TableSchema.isDeclaredIn(table("dartagnan.default", "plain"))).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dartagnan.default | additive | needs a type",
        "dartagnan.default | plain int64 | a plain column takes no type",
        "dartagnan.default | additive int32 | 'int32' is not a type",
        "dartagnan.default | additive decimal(2) | 'decimal(2)' is not a type; int64, bytes(max) and string(max) are, and amounts are kept as int64 of the smallest unit, such as cents",
        "dartagnan.default | additive string(0) | declares 0 bytes",
        "dartagnan.default | additive string(20000) | declares 20000 bytes, 1 to 16384 are allowed",
        "dartagnan.default | additive string(9) x | is not '<scheme> <type>'",
        "dartagnan.default | caesar int64 | 'caesar' is not a scheme; known are: plain, additive, xor, replicated",
        "dartagnan.default | xor | scheme 'xor' needs a type",
        "dartagnan.default | replicated int32 | 'int32' is not a type",
        "dartagnan.suite | Araki | 'Araki' is not a protocol suite; lower-case letters, digits",
        "dartagnan.suite | a b | 'a b' is not a protocol suite",
        "dartagnan.suite | a- | 'a-' is not a protocol suite",
        "dartagnan.colum.f:n | plain | is not a name that a schema knows",
        "dartagnan.column.f | plain | does not name a column as <family>:<qualifier>",
        "dartagnan.column.:n | plain | does not name a column as <family>:<qualifier>",
        "dartagnan.column.h:n | plain | the table has no family 'h'",
      })
  void malformedDeclarationIsNamedWithWhatIsWrong(String key, String value, String expected) {
    assertThatThrownBy(() -> TableSchema.of(table(key, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the schema of table t cannot be used: '" + key + "': ")
        .hasMessageContaining(expected);
  }

  @Test
  void everythingThatIsWrongIsListedAtOnce() {
    assertThatThrownBy(
            () -> TableSchema.of(table("dartagnan.column.h:n", "plain", "dartagnan.default", "x")))
        .hasMessageContaining("no family 'h'")
        .hasMessageContaining("'x' is not a scheme");
  }

  @ParameterizedTest
  @CsvSource({
    "additive int64, additive, ADDITIVE",
    "additive bytes(5), additive, ADDITIVE",
    "additive string(5), additive, ADDITIVE",
    "xor int64, xor, XOR",
    "xor bytes(5), xor, XOR",
    "xor string(5), xor, XOR",
    "replicated int64, replicated, REPLICATED_ADDITIVE",
    "replicated-xor int64, replicated-xor, REPLICATED_XOR",
    "replicated bytes(5), replicated, REPLICATED_XOR",
    "replicated string(5), replicated, REPLICATED_XOR",
  })
  void schemeAndTypeSayHowValuesAreShared(String declared, String scheme, Sharing sharing) {
    Protection protection =
        TableSchema.of(table("dartagnan.default", declared)).require(bytes("f"), bytes("q"));

    assertThat(protection.scheme()).isEqualTo(scheme);
    assertThat(((LaneProtection) protection).laneSharing()).isEqualTo(sharing);
    assertThat(protection).hasToString(declared);
  }

  /** Which finds no words: there std tells less. */
  @Test
  void aPlainClusterTakesNoColumnsThatNeedComputation() {
    for (String declared : List.of("std", "det int64", "ope int64", "plain")) {
      TableSchema.of(table("dartagnan.default", declared)).requireFor(Placement.ONE_CLUSTER);
    }
    for (String declared : List.of("search", "search string(9)", "xor int64")) {
      TableSchema schema = TableSchema.of(table("dartagnan.default", declared));
      schema.requireFor(Placement.THREE_CLOUDS);
      assertThatThrownBy(() -> schema.requireFor(Placement.ONE_CLUSTER))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + declared + "'; declare them std, det, ope or plain");
    }
  }

  /** A suite of bits has numbers shared so, and whoever reads the table's descriptor knows. */
  @Test
  void aSuiteMayDecideHowReplicatedNumbersAreShared() {
    TableDescriptor declared =
        TableDescriptorBuilder.newBuilder(table("dartagnan.default", "replicated int64"))
            .setValue("dartagnan.column.f:t", "replicated string(5)")
            .setValue("dartagnan.column.f:a", "additive int64")
            .build();
    TableSchema schema = TableSchema.of(withSuite(declared, "verified"));

    assertThat(schema.require(bytes("f"), bytes("q"))).hasToString("replicated-xor int64");
    assertThat(schema.require(bytes("f"), bytes("t"))).hasToString("replicated string(5)");
    assertThat(schema.require(bytes("f"), bytes("a"))).hasToString("additive int64");
    assertThat(schema.digest()).isNotEqualTo(TableSchema.of(declared).digest());
    assertThat(TableSchema.of(withSuite(declared, "araki")).digest())
        .isEqualTo(TableSchema.of(declared).digest());
    assertThatThrownBy(() -> InstalledSuites.requireFor(schema, "here", "verified"))
        .hasMessage(
            "here: suite 'verified' computes on replicated-xor shares, columns of table t are"
                + " declared 'additive int64'; declare them 'replicated', or choose another suite");
    assertThat(InstalledSuites.requireFor(schema, "here", "araki")).isEqualTo("araki");
  }

  @ParameterizedTest
  @CsvSource({
    "replicated int64, replicated string(5), verified",
    "replicated string(5), plain, verified",
    "replicated-xor int64, replicated bytes(5), verified",
    "plain, replicated int64, verified",
    "replicated int64, additive int64, ",
    "xor string(5), replicated int64, ",
    "replicated int64, xor string(5), ",
    "additive int64, plain, ",
    "plain, plain, ",
  })
  void aNewTableNamesItsSuiteWhereAllThatIsProtectedIsReplicated(
      String column, String rest, String suite) {
    TableDescriptor table = table("dartagnan.column.f:q", column, "dartagnan.default", rest);

    assertThat(TableSchema.withSuite(table).getValue(TableSchema.SUITE)).isEqualTo(suite);
    for (String explicit : new String[] {"araki", "bogdanov", "verified"}) {
      TableDescriptor named = withSuite(table, explicit);
      assertThat(TableSchema.withSuite(named)).isEqualTo(named);
    }
  }

  /** It was made before there was another default. */
  @Test
  void aTableThatIsThereWithoutASuiteIsReadAsBefore() {
    TableSchema schema = TableSchema.of(table("dartagnan.default", "replicated int64"));

    assertThat(schema.suite()).isEmpty();
    assertThat(schema.require(bytes("f"), bytes("q"))).hasToString("replicated int64");
  }

  private static TableDescriptor withSuite(TableDescriptor table, String suite) {
    return TableDescriptorBuilder.newBuilder(table).setValue(TableSchema.SUITE, suite).build();
  }

  @Test
  void aPlainColumnIsComputedWithAsANumber() {
    assertThat(Protection.PLAIN.needsSuite()).isFalse();
    assertThat(Protection.PLAIN.isGuarded()).isFalse();
    assertThat(Protection.PLAIN.declaredType()).isEmpty();
    assertThat(Protection.PLAIN.laneType()).isEqualTo(ValueType.INT64);
    assertThat(Protection.PLAIN.laneSharing()).isEqualTo(Sharing.REPLICATED_ADDITIVE);
  }

  @Test
  void aTableMayNameItsProtocolSuite() {
    assertThat(TableSchema.of(table("dartagnan.default", "plain")).suite()).isEmpty();
    assertThat(
            TableSchema.of(table("dartagnan.default", "plain", "dartagnan.suite", "some-suite-2"))
                .suite())
        .contains("some-suite-2");
  }

  @Test
  void aProtocolSuiteAloneProtectsNothing() {
    assertThat(TableSchema.isDeclaredIn(table("dartagnan.suite", "araki"))).isFalse();
    assertThatThrownBy(() -> TableSchema.of(table("dartagnan.suite", "araki")))
        .hasMessageContaining("table t does not say how its columns are protected");
  }

  @Test
  void whatTheHelpersWriteIsWhatIsRead() {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(table());
    Protection protection = SharedProtection.additive(ValueType.bytes(5));
    TableSchema.declare(builder, "f", "*", protection);
    TableSchema.declareRest(builder, Protection.PLAIN);

    TableSchema schema = TableSchema.of(builder.build());

    assertThat(schema.require(bytes("f"), bytes("q"))).isEqualTo(protection);
    assertThat(schema.require(bytes("g"), bytes("q"))).isEqualTo(Protection.PLAIN);
  }

  private static TableDescriptor table(String... declarations) {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("g"));
    for (int i = 0; i < declarations.length; i += 2) {
      table.setValue(declarations[i], declarations[i + 1]);
    }
    return table.build();
  }

  private static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }
}
