package io.dartagnan.cli.doctor;

import static io.dartagnan.cli.doctor.SampleFacts.TABLE;
import static io.dartagnan.cli.doctor.SampleFacts.cloud;
import static io.dartagnan.cli.doctor.SampleFacts.table;
import static io.dartagnan.cli.doctor.SampleFacts.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.cli.doctor.Check.Finding;
import io.dartagnan.cli.doctor.Facts.CloudFacts;
import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.client.keys.TableKeys;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.InnerDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.RegionMetricsBuilder;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerMetricsBuilder;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each check finds its own defect and no other one. */
class ChecksTest {

  private static List<String> found(Facts facts) {
    return Stream.concat(Check.OF_THE_CLIENT.stream(), Check.OF_THE_CLOUDS.stream())
        .flatMap(check -> check.findings(facts).stream())
        .map(finding -> finding.check() + " | " + finding.text())
        .toList();
  }

  private static Facts configured(Configuration configuration) {
    return configured(configuration, SampleFacts.allIsWell());
  }

  private static Facts configured(Configuration configuration, Facts well) {
    return new Facts(
        configuration,
        well.clientVersion(),
        well.at(),
        Map.of(),
        well.clouds(),
        well.servers(),
        List.of());
  }

  private static CloudFacts of(CloudFacts cloud, List<ServerMetrics> servers) {
    return new CloudFacts(
        cloud.cloud(),
        cloud.clusterId(),
        cloud.version(),
        servers,
        cloud.clocksAhead(),
        cloud.tables(),
        cloud.disabled(),
        cloud.unprotected());
  }

  @Test
  void nothingIsFoundWhereAllIsWell() {
    assertThat(found(SampleFacts.allIsWell())).isEmpty();
  }

  @Test
  void aConfigurationWithoutTheSafeClient() {
    Configuration configuration = SampleFacts.configuration();
    configuration.unset("hbase.client.connection.impl");

    assertThat(found(configured(configuration)))
        .singleElement()
        .asString()
        .contains("hbase.client.connection.impl is not set", "SafeConnection");
  }

  @Test
  void aConfigurationThatLetsAsyncConnectionsPast() {
    Configuration configuration = SampleFacts.configuration();
    configuration.unset("hbase.client.registry.impl");
    configuration.set("hbase.client.async.connection.impl", "x.Y");

    assertThat(found(configured(configuration)))
        .hasSize(2)
        .anyMatch(line -> line.contains("hbase.client.async.connection.impl is x.Y"))
        .anyMatch(line -> line.contains("hbase.client.registry.impl is not set"));
  }

  @Test
  void aSchemaPatternThatIsNoneIsAFindingAndOneThatIsIsAKey() {
    Configuration configuration = SampleFacts.configuration();
    configuration.set("dartagnan.schema.janus.*.default", "xor string(31)");
    assertThat(found(configured(configuration))).isEmpty();

    configuration.set("dartagnan.schema.janus.*.default", "xor strong(31)");
    assertThat(found(configured(configuration))).singleElement().asString().contains("strong");
  }

  @Test
  void aKeyThatTheClientDoesNotHave() {
    Configuration configuration = SampleFacts.configuration();
    configuration.set("dartagnan.client.query.timeout", "5");
    configuration.set("dartagnan.party.3.hbase.zookeeper.quorum", "d");
    configuration.set("dartagnan.party.1.hbase.rpc.timeout", "5");
    configuration.set("dartagnan.client.threads.max", "9");

    assertThat(found(configured(configuration)))
        .hasSize(2)
        .anyMatch(line -> line.contains("dartagnan.client.query.timeout is no key of the client"))
        .anyMatch(line -> line.contains("dartagnan.party.3.hbase.zookeeper.quorum is no key"));
  }

  @Test
  void aValueThatIsNotAllowed() {
    Configuration configuration = SampleFacts.configuration();
    configuration.set("dartagnan.client.threads.max", "2");
    configuration.set("dartagnan.client.filter.local", "perhaps");
    configuration.set("dartagnan.client.read.one.cloud.down", "perhaps");
    configuration.set("dartagnan.client.async.calls.max", "0");

    assertThat(found(configured(configuration)))
        .hasSize(4)
        .anyMatch(line -> line.contains("dartagnan.client.threads.max is 2"))
        .anyMatch(line -> line.contains("dartagnan.client.filter.local"))
        .anyMatch(line -> line.contains("dartagnan.client.read.one.cloud.down is"))
        .anyMatch(line -> line.contains("dartagnan.client.async.calls.max is 0"));
  }

  @Test
  void aValueThatTwoSettingsReadIsNamedOnce() {
    Configuration configuration = SampleFacts.configuration();
    configuration.set("dartagnan.client.threads.max", "many");

    assertThat(found(configured(configuration)))
        .singleElement()
        .asString()
        .contains("dartagnan.client.threads.max is 'many'; a whole number is needed");
  }

  @Test
  void aCloudThatIsNotConfiguredKeepsFromAskingAny() {
    Configuration configuration = SampleFacts.configuration();
    configuration.unset("dartagnan.party.1.hbase.zookeeper.quorum");
    List<Finding> findings = Check.OF_THE_CLIENT.get(0).findings(configured(configuration));

    assertThat(findings)
        .singleElement()
        .matches(Finding::keepsFromTheClouds)
        .extracting(Finding::text)
        .isEqualTo(
            "cloud 1: the configuration does not say where it is; set"
                + " dartagnan.party.1.hbase.zookeeper.quorum");
  }

  @Test
  void twoCloudsAtOnePlace() {
    Configuration configuration = SampleFacts.configuration();
    configuration.set("dartagnan.party.2.hbase.zookeeper.quorum", "cloud0.example");

    assertThat(found(configured(configuration)))
        .singleElement()
        .asString()
        .startsWith("configuration | cloud 2: it is at cloud0.example:2181/hbase, where cloud 0");
  }

  @Test
  void twoNamesForOneCluster() {
    CloudFacts one = cloud(1);
    CloudFacts same =
        new CloudFacts(
            one.cloud(),
            "id-0",
            one.version(),
            one.servers(),
            one.clocksAhead(),
            one.tables(),
            one.disabled(),
            one.unprotected());

    assertThat(found(with(cloud(0), same, cloud(2))))
        .singleElement()
        .asString()
        .startsWith("identity | cloud 1: it is the same cluster as cloud 0 (id id-0)");
  }

  @Test
  void aCloudThatIsSilentIsNamedAndTheOthersAreLookedAt() {
    Facts well = SampleFacts.allIsWell();
    Facts facts =
        new Facts(
            well.configuration(),
            well.clientVersion(),
            well.at(),
            Map.of(Party.of(1), "Connection refused"),
            List.of(cloud(0), cloud(2, table().setValue("dartagnan.suite", "bogdanov").build())),
            List.of(),
            List.of());

    assertThat(found(facts))
        .hasSize(2)
        .anyMatch(
            line -> line.startsWith("answers | cloud 1: it does not answer: Connection refused"))
        .anyMatch(
            line ->
                line.startsWith(
                    "tables | table t: dartagnan.suite differs: absent on cloud 0, 'bogdanov' on"
                        + " cloud 2"));
  }

  @Test
  void versionsThatDiffer() {
    CloudFacts older =
        new CloudFacts(
            Party.of(2),
            "id-2",
            "2.5.13",
            List.of(
                SampleFacts.server("a", "2.5.12", "ProtectedRegion"),
                SampleFacts.server("b", "2.5.13", "ProtectedRegion"),
                SampleFacts.server("c", "0.0.0", "ProtectedRegion")),
            Map.of(),
            Map.of(TABLE, table().build()),
            Set.of(),
            List.of());

    assertThat(found(with(cloud(0), cloud(1), older)))
        .hasSize(2)
        .anyMatch(line -> line.contains("cloud 2: its RegionServers run different versions"))
        .anyMatch(line -> line.contains("cloud 1 has 2.6.4-hadoop3, cloud 2 has 2.5.13"))
        .noneMatch(line -> line.contains("0.0.0"));
  }

  @Test
  void aClockThatIsBehind() {
    CloudFacts one = cloud(1);
    CloudFacts late =
        new CloudFacts(
            one.cloud(),
            one.clusterId(),
            one.version(),
            one.servers(),
            Map.of("host1:16020", -3_200L, "host9:16020", 1_900L),
            one.tables(),
            one.disabled(),
            one.unprotected());

    assertThat(found(with(cloud(0), late, cloud(2))))
        .containsExactly(
            "clocks | cloud 1, RegionServer host1:16020: its clock is 3.2 s behind this machine's;"
                + " let all machines keep their time by NTP");
  }

  @Test
  void aServerWithoutTheCoprocessor() {
    CloudFacts bare = of(cloud(2), List.of(SampleFacts.server("h", "2.6.4", "Other")));

    assertThat(found(with(cloud(0), cloud(1), bare)))
        .singleElement()
        .asString()
        .startsWith("coprocessors | cloud 2, RegionServer h:16020: ProtectedRegion is not loaded")
        .contains("hbase.coprocessor.user.region.classes");
  }

  @Test
  void aServerWithHBasesOwnTablesAloneNeedsNoCoprocessor() {
    ServerMetrics fresh =
        ServerMetricsBuilder.newBuilder(ServerName.valueOf("h", 16020, 1))
            .setVersion("2.6.4")
            .setCoprocessorNames(List.of("MultiRowMutationEndpoint"))
            .setRegionMetrics(
                List.of(
                    RegionMetricsBuilder.newBuilder(
                            RegionInfoBuilder.FIRST_META_REGIONINFO.getRegionName())
                        .build()))
            .build();

    assertThat(found(with(cloud(0), cloud(1), of(cloud(2), List.of(fresh))))).isEmpty();
  }

  @Test
  void aServerThatAProbeFound() {
    CloudFacts one = cloud(1);
    CloudFacts probed =
        new CloudFacts(
            one.cloud(),
            one.clusterId(),
            one.version(),
            one.servers(),
            one.clocksAhead(),
            one.tables(),
            one.disabled(),
            List.of("table t: region server h,16020,1 does not protect the table: no mesh"));

    assertThat(found(with(cloud(0), probed, cloud(2))))
        .singleElement()
        .asString()
        .startsWith("coprocessors | cloud 1: table t: region server h,16020,1 does not protect");
  }

  @Test
  void aTableThatACloudLacks() {
    assertThat(found(with(cloud(0), cloud(1, new TableDescriptor[0]), cloud(2))))
        .singleElement()
        .asString()
        .startsWith("tables | table t: cloud 1 has it not; 'dartagnan drop t'");
  }

  @Test
  void aTableThatIsDisabledSomewhere() {
    CloudFacts one = cloud(1);
    CloudFacts disabled =
        new CloudFacts(
            one.cloud(),
            one.clusterId(),
            one.version(),
            one.servers(),
            one.clocksAhead(),
            one.tables(),
            Set.of(TABLE),
            List.of());

    assertThat(found(with(cloud(0), disabled, cloud(2))))
        .singleElement()
        .asString()
        .startsWith("tables | table t: it is disabled on cloud 1");
  }

  @Test
  void aSchemaThatCannotBeUsed() {
    TableDescriptor wrong = table().setValue("dartagnan.column.f:b", "additive int46").build();

    assertThat(found(with(cloud(0, wrong), cloud(1, wrong), cloud(2, wrong))))
        .singleElement()
        .asString()
        .startsWith("tables | table t: the schema of table t cannot be used");
  }

  @Test
  void familiesThatDiffer() {
    TableDescriptor more =
        table()
            .modifyColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
                    .setTimeToLive(60)
                    .build())
            .build();

    assertThat(found(with(cloud(0), cloud(1, more), cloud(2))))
        .singleElement()
        .asString()
        .startsWith("families | family f of table t: TTL differs: ")
        .contains("'60' on cloud 1");
  }

  @Test
  void aFamilyThatACloudLacks() {
    TableDescriptor more = table().setColumnFamily(ColumnFamilyDescriptorBuilder.of("g")).build();

    assertThat(found(with(cloud(0), cloud(1, more), cloud(2))))
        .containsExactly(
            "tables | table t: the list of column families differs: 'f' on cloud 0, 'f, g' on cloud 1, 'f' on"
                + " cloud 2; set it alike on each cloud by itself, with 'alter' of HBase's shell");
  }

  @Test
  void keysThatThisClientCannotDecrypt(@TempDir Path folder) throws IOException {
    KeyFile own = KeyFile.create(folder.resolve("own"));
    KeyFile other = KeyFile.create(folder.resolve("other"));
    Configuration configuration = SampleFacts.configuration();
    Facts without = sealed(configuration, TableKeys.create().encrypt(own));
    assertThat(found(without)).isEmpty();
    assertThat(SampleFacts.check("keys").seen(without))
        .endsWith("it has no dartagnan.client.key.file, and so no protected value of t");

    configuration.set("dartagnan.client.key.file", folder.resolve("own").toString());
    Facts with = sealed(configuration, TableKeys.create().encrypt(own));
    assertThat(found(with)).isEmpty();
    assertThat(SampleFacts.check("keys").seen(with)).endsWith("sealed columns");
    assertThat(found(sealed(configuration, TableKeys.create().encrypt(other))))
        .hasSize(3)
        .allMatch(line -> line.contains("keys | table t on cloud "))
        .allMatch(line -> line.contains("are encrypted under key " + other.id()));
    assertThat(found(sealed(configuration, null)))
        .hasSize(3)
        .allMatch(line -> line.contains("it has no keys for its tags or sealed columns"));
  }

  private static Facts sealed(Configuration configuration, String keys) {
    TableDescriptor table =
        InnerDescriptor.withKeys(table().setValue("dartagnan.column.f:b", "det").build(), keys);
    return configured(configuration, with(cloud(0, table), cloud(1, table), cloud(2, table)));
  }
}
