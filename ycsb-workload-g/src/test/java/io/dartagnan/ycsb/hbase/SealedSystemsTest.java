package io.dartagnan.ycsb.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.ycsb.model.Column;
import io.dartagnan.ycsb.model.RowKeys;
import io.dartagnan.ycsb.model.Schemas;
import io.dartagnan.ycsb.model.TableModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of the second paper as they are declared, and the client that seals them. */
class SealedSystemsTest {
  private static final TableModel APPOINTMENTS =
      new TableModel(Schemas.hospitalAppointments(1), new RowKeys(8));

  @TempDir private Path folder;

  private static TableCreation creation(TableModel model, String scheme, String keyScheme) {
    Column filtered = model.columns().get(2);
    return TableCreation.of(
        TableName.valueOf("t"), model, 10, 1, scheme, keyScheme, filtered, Optional.empty());
  }

  private static String column(TableDescriptor table, String name) {
    return table.getValue("dartagnan.column." + name);
  }

  @Test
  void columnsAreSealedAsTheSecondPaperHasThem() {
    TableDescriptor table = creation(APPOINTMENTS, "paper", "det").descriptor(Target.SAFE1);

    assertThat(column(table, "Physician:PhysicianID")).isEqualTo("det string(16)");
    assertThat(column(table, "Appointment:Date")).isEqualTo("ope string(14)");
    assertThat(column(table, "Appointment:Date-STD")).isEqualTo("std string(14)");
    assertThat(column(table, "Appointment:Obs")).isEqualTo("std string(1024)");
    assertThat(table.getValue("dartagnan.key")).isEqualTo("det");
    assertThat(table.getValue("dartagnan.suite")).isNull();
  }

  @Test
  void whatCloudsCompareIsSharedOnThreeOfThem() {
    TableDescriptor table = creation(APPOINTMENTS, "paper-shared", "plain").descriptor(Target.SAFE);

    assertThat(column(table, "Physician:PhysicianID")).isEqualTo("xor string(16)");
    assertThat(column(table, "Appointment:Date")).isEqualTo("xor string(14)");
    assertThat(column(table, "Appointment:Date-STD")).isEqualTo("std string(14)");
    assertThat(table.getValue("dartagnan.suite")).isEqualTo("araki");
  }

  @Test
  void theKeyAloneIsSealed() {
    TableDescriptor table = creation(APPOINTMENTS, "plain", "ope").descriptor(Target.SAFE1);

    assertThat(table.getValue("dartagnan.key")).isEqualTo("ope");
    assertThat(column(table, "Appointment:Date")).isEqualTo("plain");
  }

  @Test
  void theColumnThatFiltersCompareIsSealedInPlaceOfAKeyThatOnlyEncryptsAtRandom() {
    TableDescriptor table = creation(APPOINTMENTS, "plain", "std").descriptor(Target.SAFE1);

    assertThat(table.getValue("dartagnan.key")).isNull();
    assertThat(column(table, "Appointment:Date")).isEqualTo("std string(14)");
    assertThat(column(table, "Appointment:Obs")).isEqualTo("plain");
  }

  @Test
  void aPlainHBaseIsToldNothing() {
    assertThat(creation(APPOINTMENTS, "paper", "det").descriptor(Target.PLAIN).getValues())
        .noneSatisfy((key, value) -> assertThat(key.toString()).startsWith("dartagnan."));
  }

  @Test
  void theFirstPaperEncryptsNothing() {
    TableModel other = new TableModel(Schemas.appointments(1, 20), new RowKeys(8));

    assertThatThrownBy(() -> creation(other, "paper", "plain"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("scheme is 'paper'")
        .hasMessageContaining("f:PhysicianID")
        .hasMessageContaining("its paper encrypts no column");
  }

  private ClusterSettings settings(Map<String, String> properties) throws IOException {
    Files.writeString(
        folder.resolve("hbase-site.xml"),
        """
        <configuration>
          <property><name>hbase.zookeeper.quorum</name><value>somewhere</value></property>
        </configuration>
        """);
    Properties given = new Properties();
    given.putAll(properties);
    return ClusterSettings.of(given);
  }

  @Test
  void thePlainHBaseIsTheOnlyCloudOfTheClientThatSeals() throws IOException {
    List<Configuration> configurations =
        settings(
                Map.of(
                    "system",
                    "safe1",
                    "hbase.conf",
                    folder.toString(),
                    "dartagnan.client.key.file",
                    "a file"))
            .configurations();

    assertThat(configurations).hasSize(1);
    Configuration only = configurations.get(0);
    assertThat(only.get("dartagnan.clouds")).isEqualTo("1");
    assertThat(only.get("dartagnan.party.0.hbase.zookeeper.quorum")).isEqualTo("somewhere");
    assertThat(only.get("hbase.client.connection.impl"))
        .isEqualTo("io.dartagnan.client.SafeConnection");
    assertThat(only.get("dartagnan.client.key.file")).isEqualTo("a file");
  }

  @Test
  void theClientThatSealsIsToldWhichPlainHBaseToUse() {
    assertThatThrownBy(() -> settings(Map.of("system", "safe1")))
        .hasMessageContaining("system=safe1 needs 1 folder in hbase.conf, and 0 are given");
  }
}
