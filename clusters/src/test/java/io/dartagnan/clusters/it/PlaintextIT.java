package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.clusters.program.Encounter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/**
 * Nothing that a cloud, one cluster or Redis holds contains a protected value, or a row key that is
 * encrypted, whatever scheme protects it.
 */
@EndToEnd
class PlaintextIT {
  private static final TableName TABLE = TableName.valueOf("plaintext");
  private static final TableName ON_ONE_CLUSTER = TableName.valueOf("plaintext-sealed");
  private static final byte[] FAMILY = Bytes.toBytes("e");
  private static final byte[] SEALED = Bytes.toBytes("s");
  private static final byte[] SEARCHED = Bytes.toBytes("w");
  private static final List<String> PROTECTED =
      List.of(Encounter.CLASS, Encounter.PATIENT, Encounter.DESCRIPTION);

  @TempDir private static Path folder;

  private final LocalClusters clusters;
  private final Set<String> secrets = new TreeSet<>();
  private final Set<String> plain = new TreeSet<>();
  private final Set<String> ofOneCluster = new TreeSet<>();

  PlaintextIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void loadAndFlush() throws IOException {
    List<Encounter> encounters = Encounter.read(EncountersFile.of(clusters));
    for (Encounter encounter : encounters) {
      PROTECTED.forEach(column -> collect(secrets, encounter, column));
      collect(plain, encounter, Encounter.START);
      secrets.add(Bytes.toString(encounter.row()));
    }
    secrets.forEach(secret -> ofOneCluster.add(reversed(secret)));
    Configuration settings = new Configuration(false);
    KeyFile.create(folder.resolve("key"));
    settings.set(ClientKeys.KEY_FILE, folder.resolve("key").toString());
    try (Connection safe = clusters.safe(settings);
        Connection baseline = clusters.baseline();
        Connection sealed = clusters.oneCluster(settings)) {
      for (Connection connection : List.of(safe, baseline)) {
        load(connection, encounters);
      }
      loadReversed(sealed);
      flush(baseline, TABLE);
      flush(sealed, ON_ONE_CLUSTER);
    }
    for (int party = 0; party < 3; party++) {
      try (Connection cloud = clusters.cloud(party)) {
        flush(cloud, TABLE);
      }
    }
  }

  private static void collect(Collection<String> strings, Encounter encounter, String column) {
    byte[] value = encounter.cells().get(column);
    if (value != null && value.length >= PlaintextSearch.SHORTEST) {
      strings.add(new String(value, StandardCharsets.UTF_8));
    }
  }

  private static void load(Connection connection, List<Encounter> encounters) throws IOException {
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(SEALED))
            .setValue("dartagnan.key", "ope")
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(SEARCHED))
            .setValue("dartagnan.column.e:START", "plain")
            .setValue("dartagnan.column.e:ENCOUNTERCLASS", "additive string(80)")
            .setValue("dartagnan.column.e:PATIENT", "xor string(80)")
            .setValue("dartagnan.column.e:DESCRIPTION", "replicated string(80)")
            .setValue("dartagnan.column.s:ENCOUNTERCLASS", "det string(80)")
            .setValue("dartagnan.column.s:PATIENT", "ope string(80)")
            .setValue("dartagnan.column.s:DESCRIPTION", "std")
            .setValue("dartagnan.column.w:DESCRIPTION", "search");
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(descriptor.build());
    }
    try (BufferedMutator mutator = connection.getBufferedMutator(TABLE)) {
      for (Encounter encounter : encounters) {
        Put put = new Put(encounter.row());
        put(put, FAMILY, encounter, Encounter.START);
        PROTECTED.forEach(column -> put(put, FAMILY, encounter, column));
        PROTECTED.forEach(column -> put(put, SEALED, encounter, column));
        put(put, SEARCHED, encounter, Encounter.DESCRIPTION);
        mutator.mutate(put);
      }
    }
  }

  private static void put(Put put, byte[] family, Encounter encounter, String column) {
    byte[] value = encounter.cells().get(column);
    if (value != null) {
      put.addColumn(family, Bytes.toBytes(column), value);
    }
  }

  /** The cluster that has them as they are. */
  private void loadReversed(Connection sealed) throws IOException {
    try (Admin admin = sealed.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(ON_ONE_CLUSTER)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(SEALED))
              .setValue("dartagnan.key", "det")
              .setValue("dartagnan.column.s:det", "det string(80)")
              .setValue("dartagnan.column.s:ope", "ope string(80)")
              .setValue("dartagnan.column.s:std", "std")
              .build());
    }
    try (BufferedMutator mutator = sealed.getBufferedMutator(ON_ONE_CLUSTER)) {
      for (String secret : ofOneCluster) {
        byte[] value = Bytes.toBytes(secret);
        Put put = new Put(value);
        for (String scheme : List.of("det", "ope", "std")) {
          put.addColumn(SEALED, Bytes.toBytes(scheme), value);
        }
        mutator.mutate(put);
      }
    }
  }

  private static String reversed(String text) {
    return new StringBuilder(text).reverse().toString();
  }

  private static void flush(Connection connection, TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(table);
    }
  }

  @Test
  void noFileOfAnyCloudHoldsAProtectedString() throws IOException {
    for (int party = 0; party < 3; party++) {
      assertThat(new PlaintextSearch(secrets).below(clusters.folder("cloud-" + party))).isEmpty();
    }
  }

  @Test
  void noFileOfOneClusterHoldsASealedString() throws IOException {
    assertThat(ofOneCluster).hasSizeGreaterThan(40);
    assertThat(new PlaintextSearch(ofOneCluster).below(clusters.folder("baseline"))).isEmpty();
  }

  /** Without this, the tests above could pass because the search finds nothing. */
  @Test
  void theSameSearchFindsWhatIsNotProtected() throws IOException {
    for (int party = 0; party < 3; party++) {
      assertThat(new PlaintextSearch(plain).below(clusters.folder("cloud-" + party)))
          .containsOnlyKeys(plain);
    }
    assertThat(secrets).hasSizeGreaterThan(40);
    assertThat(new PlaintextSearch(secrets).below(clusters.folder("baseline")))
        .containsOnlyKeys(secrets);
  }

  @Test
  void neitherRedisNorItsFilesHoldAnythingThatWasImported() throws IOException {
    Set<String> imported = new TreeSet<>(secrets);
    imported.addAll(plain);
    PlaintextSearch search = new PlaintextSearch(imported);
    List<String> contents = new ArrayList<>();
    try (Jedis redis = clusters.redis(0)) {
      String cursor = ScanParams.SCAN_POINTER_START;
      do {
        ScanResult<String> page = redis.scan(cursor);
        for (String key : page.getResult()) {
          contents.add(key);
          // Refused for a key that is no server's, and for a value that is no string.
          contents.add(redis.getrange(key, 0, -1));
        }
        cursor = page.getCursor();
      } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
    }
    assertThat(contents)
        .as("a key and a value for each region server")
        .hasSizeGreaterThanOrEqualTo(6)
        .allSatisfy(each -> assertThat(search.in(Bytes.toBytes(each))).isEmpty());
    assertThat(search.below(clusters.folder("redis"))).isEmpty();
  }
}
