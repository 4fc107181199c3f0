package io.dartagnan.client.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.TableSchema;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuerySettingsTest {

  @Test
  void defaultsAreThoseOfTheDocumentation() {
    assertThat(QuerySettings.of(new Configuration(false)))
        .isEqualTo(new QuerySettings(120_000, 120_000, 4, 256, Optional.empty()));
  }

  @Test
  void theConfigurationDecides() {
    Configuration configuration = new Configuration(false);
    configuration.set("dartagnan.client.query.ranges", " 7 ");
    configuration.set("dartagnan.client.query.together", "9");
    configuration.set("dartagnan.client.query.timeout.ms", "500");
    configuration.set("dartagnan.client.query.suite", " bogdanov ");

    assertThat(QuerySettings.of(configuration))
        .isEqualTo(new QuerySettings(500, 500, 7, 9, Optional.of("bogdanov")));
  }

  @Test
  void theSuiteIsThatOfTheConfigurationElseTheTablesElseTheDefault() {
    TableSchema silent = schema("dartagnan.default", "plain");
    TableSchema naming = schema("dartagnan.default", "plain", "dartagnan.suite", "bogdanov");
    Configuration configuration = new Configuration(false);

    assertThat(QuerySettings.of(configuration).suiteFor(silent)).isEqualTo(ProtocolSuites.DEFAULT);
    assertThat(QuerySettings.of(configuration).suiteFor(naming)).isEqualTo("bogdanov");

    configuration.set("dartagnan.client.query.suite", "bogdanov");
    assertThat(QuerySettings.of(configuration).suiteFor(silent)).isEqualTo("bogdanov");
    configuration.set("dartagnan.client.query.suite", "araki");
    assertThat(QuerySettings.of(configuration).suiteFor(naming)).isEqualTo("araki");
  }

  private static TableSchema schema(String... declarations) {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"));
    for (int i = 0; i < declarations.length; i += 2) {
      table.setValue(declarations[i], declarations[i + 1]);
    }
    return TableSchema.of(table.build());
  }

  @ParameterizedTest
  @CsvSource({
    "dartagnan.client.query.ranges, 0, is 0; 1 or more is allowed",
    "dartagnan.client.query.ranges, many, is 'many'; a whole number of 1 or more is allowed",
    "dartagnan.client.query.together, 0, is 0; 1 or more is allowed",
    "dartagnan.client.query.timeout.ms, -1, is -1; 1 or more is allowed",
    "dartagnan.client.query.suite, ' ', protocol suite '' is not installed; installed are araki",
    "dartagnan.client.query.suite, yao, protocol suite 'yao' is not installed; installed are araki"
  })
  void aValueThatIsNotAllowedIsNamedWithItsKey(String key, String value, String reason) {
    Configuration configuration = new Configuration(false);
    configuration.set(key, value);

    assertThatThrownBy(() -> QuerySettings.of(configuration))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(key)
        .hasMessageContaining(reason);
  }

  @Test
  void whatFailsIsTriedAgainNoLongerThanAnOperationMayTake() {
    Configuration configuration = new Configuration(false);
    configuration.setLong("hbase.client.operation.timeout", 15_000);
    assertThat(QuerySettings.of(configuration).retryMs()).isEqualTo(15_000);
    assertThat(QuerySettings.of(configuration).timeoutMs()).isEqualTo(120_000);

    configuration.setLong("dartagnan.client.query.timeout.ms", 4_000);
    assertThat(QuerySettings.of(configuration).retryMs()).isEqualTo(4_000);
  }
}
