package io.dartagnan.client.scan;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.TableSchema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

class CloudQueriesTest {

  @Test
  void aProtocolSuiteThatIsNotInstalledIsRefusedBeforeAnyCloudIsAsked() {
    Configuration client = new Configuration(false);
    TableSchema naming =
        TableSchema.of(
            TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("v"))
                .setValue("dartagnan.default", "xor string(12)")
                .setValue("dartagnan.suite", "of-the-table")
                .build());

    assertThatThrownBy(() -> queries(client, naming))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "'dartagnan.suite' of table t: protocol suite 'of-the-table' is not installed;"
                + " installed are "
                + String.join(", ", ProtocolSuites.installed().byName().keySet()));

    client.set("dartagnan.client.query.suite", "of-the-client");
    assertThatThrownBy(() -> queries(client, naming))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "dartagnan.client.query.suite: protocol suite 'of-the-client' is not installed");
  }

  private static CloudQueries queries(Configuration client, TableSchema schema) {
    return CloudQueries.of(client, null, (party, scan) -> null, null, schema);
  }
}
