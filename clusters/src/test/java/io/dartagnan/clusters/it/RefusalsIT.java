package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Refusals of what cannot be protected, or not be done on three clouds: they leave nothing behind.
 */
@EndToEnd
class RefusalsIT {
  private static final byte[] ROW = Bytes.toBytes("refused");

  private final LocalClusters clusters;
  private Connection connection;
  private Numbered numbered;
  private Table table;

  RefusalsIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void create() throws IOException {
    connection = clusters.safe();
    numbered = Numbered.create(connection, "refusals").load(10);
    table = connection.getTable(numbered.name());
  }

  @AfterAll
  void close() throws IOException {
    connection.close();
  }

  @Test
  void aTableWithoutDeclarationsIsRefusedWithThreeLinesToAdd() throws IOException {
    TableName name = TableName.valueOf("undeclared");
    try (Admin admin = connection.getAdmin()) {
      assertThatThrownBy(
              () ->
                  admin.createTable(
                      TableDescriptorBuilder.newBuilder(name)
                          .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                          .build()))
          .isInstanceOf(IllegalArgumentException.class)
          .extracting(failure -> failure.getMessage().lines().skip(1).toList())
          .satisfies(
              lines ->
                  assertThat(lines)
                      .hasSize(3)
                      .allMatch(line -> line.strip().startsWith(".setValue(\"dartagnan.")));
      assertThat(admin.tableExists(name)).isFalse();
    }
    for (int party = 0; party < 3; party++) {
      try (Connection cloud = clusters.cloud(party);
          Admin admin = cloud.getAdmin()) {
        assertThat(admin.tableExists(name)).isFalse();
      }
    }
  }

  @Test
  void aTableThatAsksForAnUnknownProtocolSuiteIsRefusedWithThoseThereAre() throws IOException {
    TableName name = TableName.valueOf("unknown-suite");
    try (Admin admin = connection.getAdmin()) {
      assertThatThrownBy(
              () ->
                  admin.createTable(
                      TableDescriptorBuilder.newBuilder(name)
                          .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                          .setValue("dartagnan.default", "xor int64")
                          .setValue("dartagnan.suite", "arakis")
                          .build()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(
              "protocol suite 'arakis' is not installed; installed are araki, bogdanov, verified");
      assertThat(admin.tableExists(name)).isFalse();
    }
  }

  /** Before anything is sent; the clouds, which would refuse it too, say which party they are. */
  @Test
  void aFilterWithAnUnknownProtocolSuiteIsRefusedByTheClient() throws IOException {
    Configuration configuration = new Configuration(connection.getConfiguration());
    configuration.set("dartagnan.client.query.suite", "arakis");
    try (Connection other = ConnectionFactory.createConnection(configuration)) {
      Numbered asked = new Numbered(other, numbered.name());
      assertThatThrownBy(() -> asked.numbers(CompareOperator.EQUAL, 3))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "dartagnan.client.query.suite: protocol suite 'arakis' is not installed; installed"
                  + " are araki, bogdanov, verified");
      assertThat(asked.read(3)).isEqualTo(3);
    }
  }

  /** The cells of before are neither missing nor read as something that nobody wrote. */
  @Test
  void aColumnThatWasChangedInPlaceIsAnErrorUntilItIsDeclaredAsItWas() throws IOException {
    TableName name = TableName.valueOf("changed-in-place");
    byte[] family = Bytes.toBytes("f");
    byte[] qualifier = Bytes.toBytes("q");
    Put put = new Put(ROW).addColumn(family, qualifier, Bytes.toBytes(5L));
    TableDescriptorBuilder declared =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(family))
            // One that computes on whatever is declared later.
            .setValue("dartagnan.suite", "araki");
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(declared.setValue("dartagnan.column.f:q", "replicated int64").build());
    }
    try (Table created = connection.getTable(name)) {
      created.put(put);
    }
    Scan scan =
        new Scan()
            .setFilter(
                new SingleColumnValueFilter(
                    family, qualifier, CompareOperator.GREATER, Bytes.toBytes(7L)));
    String error = "column f:q%s holds shares of another scheme or type than '%s'";
    for (String other : List.of("xor int64", "replicated string(7)")) {
      declareOnEachCloud(name, other);
      try (Connection later = clusters.safe();
          Table changed = later.getTable(name)) {
        assertThatThrownBy(() -> changed.get(new Get(ROW)))
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining(error.formatted(" of row refused", other));
        assertThatThrownBy(
                () -> {
                  try (ResultScanner rows = changed.getScanner(scan)) {
                    rows.next();
                  }
                })
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining(error.formatted("", other));
      }
    }
    declareOnEachCloud(name, "replicated int64");
    try (Connection later = clusters.safe();
        Table asItWas = later.getTable(name)) {
      assertThat(asItWas.get(new Get(ROW)).value()).isEqualTo(Bytes.toBytes(5L));
    }
  }

  private void declareOnEachCloud(TableName name, String declaration) throws IOException {
    for (int party = 0; party < 3; party++) {
      try (Connection cloud = clusters.cloud(party);
          Admin admin = cloud.getAdmin()) {
        admin.modifyTable(
            TableDescriptorBuilder.newBuilder(admin.getDescriptor(name))
                .setValue("dartagnan.column.f:q", declaration)
                .build());
      }
    }
  }

  @Test
  void anUndeclaredColumnIsRefused() throws IOException {
    refuses(new Put(ROW).addColumn(Numbered.FAMILY, Bytes.toBytes("other"), ROW), "f:other");
  }

  @Test
  void aValueLongerThanDeclaredIsRefused() throws IOException {
    refuses(
        new Put(ROW).addColumn(Numbered.FAMILY, Numbered.TEXT, Bytes.toBytes("thirteen long")),
        "13 bytes",
        "string(12)");
  }

  @Test
  void aNumberThatIsNoInt64IsRefused() throws IOException {
    refuses(
        new Put(ROW).addColumn(Numbered.FAMILY, Numbered.NUMBER, Bytes.toBytes(7)),
        "4 bytes",
        "int64");
  }

  private void refuses(Put put, String... said) throws IOException {
    assertThatThrownBy(() -> table.put(put))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .contains(said)
        .hasLineCount(1);
    nothingIsStored();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aCloudRefusesPlaintextForAProtectedColumn(int party) throws IOException {
    byte[] secret = Bytes.toBytes("is a secret");
    try (Connection cloud = clusters.cloud(party);
        Table bare = cloud.getTable(numbered.name())) {
      Put put = new Put(ROW).addColumn(Numbered.FAMILY, Numbered.TEXT, secret);
      refusedByCloud(() -> bare.put(put));
      refusedByCloud(() -> bare.put(List.of(put)));
      refusedByCloud(() -> bare.checkAndMutate(ifNotExists(put)));
      refusedByCloud(
          () -> bare.increment(new Increment(ROW).addColumn(Numbered.FAMILY, Numbered.NUMBER, 1)));
      refusedByCloud(
          () -> bare.append(new Append(ROW).addColumn(Numbered.FAMILY, Numbered.TEXT, secret)));
      refusedByCloud(() -> bare.mutateRow(RowMutations.of(List.of(put))));
    }
    nothingIsStored();
  }

  private static CheckAndMutate ifNotExists(Put put) {
    return CheckAndMutate.newBuilder(put.getRow())
        .ifNotExists(Numbered.FAMILY, Numbered.TEXT)
        .build(put);
  }

  private static void refusedByCloud(Throwing call) {
    assertThatThrownBy(call::run)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is protected")
        .hasMessageContaining("takes only what the Safe Client makes")
        .hasMessageNotContaining("is a secret");
  }

  /** A share of another party is no share either. */
  @Test
  void aCloudRefusesAnotherCloudsShare() throws IOException {
    byte[] row = Bytes.toBytes(Numbered.row(3));
    try (Connection first = clusters.cloud(0);
        Connection second = clusters.cloud(1);
        Table from = first.getTable(numbered.name());
        Table to = second.getTable(numbered.name())) {
      byte[] share = from.get(new Get(row)).getValue(Numbered.FAMILY, Numbered.NUMBER);
      assertThat(share).isNotNull();
      assertThatThrownBy(
              () -> to.put(new Put(row).addColumn(Numbered.FAMILY, Numbered.NUMBER, share)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("it is the share of party 0, and this cloud is party 1");
    }
    assertThat(numbered.read(3)).isEqualTo(3);
  }

  @Test
  void whatThreeCloudsCannotScanIsUnsupportedWithEveryReason() {
    Scan scan = Numbered.where(CompareOperator.EQUAL, 1).setRaw(true).setNeedCursorResult(true);
    assertThatThrownBy(() -> open(scan))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("setRaw")
        .hasMessageContaining("setNeedCursorResult");
  }

  @Test
  void whatTheClientWouldJudgeIsUnsupportedWhereTheConfigurationSaysSo() throws IOException {
    Configuration refusing = new Configuration(connection.getConfiguration());
    refusing.set("dartagnan.client.filter.local", "refuse");
    FilterList mixed =
        new FilterList(
            Numbered.where(CompareOperator.EQUAL, 1).getFilter(),
            new KeyOnlyFilter(),
            new FirstKeyOnlyFilter());
    try (Connection strict = ConnectionFactory.createConnection(refusing);
        Table refusals = strict.getTable(numbered.name())) {
      assertThatThrownBy(() -> refusals.getScanner(new Scan().setFilter(mixed)))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("KeyOnlyFilter")
          .hasMessageContaining("FirstKeyOnlyFilter");
      try (ResultScanner scanner =
          refusals.getScanner(new Scan().setFilter(new PrefixFilter(ROW)))) {
        assertThat(scanner.next()).as("row ranges need no client").isNull();
      }
    }
    open(new Scan().setFilter(mixed));
  }

  @Test
  void whatMeansSomethingElseOnEachClusterIsUnsupported() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      unsupported(() -> admin.mergeRegionsAsync(new byte[][] {ROW, ROW}, false));
      unsupported(admin::getProcedures);
    }
    unsupported(connection::getHbck);
  }

  private void open(Scan scan) throws IOException {
    try (ResultScanner scanner = table.getScanner(scan)) {
      scanner.next();
    }
  }

  private static void unsupported(Throwing call) {
    assertThatThrownBy(call::run)
        .isInstanceOf(UnsupportedOperationException.class)
        .message()
        .isNotBlank()
        .hasLineCount(1);
  }

  private void nothingIsStored() throws IOException {
    for (int party = 0; party < 3; party++) {
      try (Connection cloud = clusters.cloud(party);
          Table bare = cloud.getTable(numbered.name())) {
        assertThat(bare.exists(new Get(ROW))).isFalse();
      }
    }
    assertThat(numbered.scan(new Scan())).hasSize(10);
  }

  /** A refusal is final: HBase's client must not try again. */
  @Test
  void aRefusalByACloudIsNotTriedAgain() throws IOException {
    try (Connection cloud = clusters.cloud(0);
        Table bare = cloud.getTable(numbered.name())) {
      assertThatThrownBy(
              () ->
                  bare.increment(new Increment(ROW).addColumn(Numbered.FAMILY, Numbered.NUMBER, 1)))
          .isInstanceOf(DoNotRetryIOException.class);
    }
  }

  private interface Throwing {
    void run() throws Exception;
  }
}
