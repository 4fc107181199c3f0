package io.dartagnan.client.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.ConfiguredSchemas;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.client.keys.TableKeys;
import io.dartagnan.client.rpc.TableCatalogue;
import io.dartagnan.schema.InnerDescriptor;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableKeysChangeTest {
  private static final TableDescriptor TAGGED =
      Tables.tagged().setValue("dartagnan.suite", "araki").build();
  private static final TableName NAME = TAGGED.getTableName();

  @TempDir private Path folder;
  private final MemoryAdmins clouds = new MemoryAdmins();
  private final Configuration conf = new Configuration(false);
  private final TableCatalogue catalogue =
      new TableCatalogue(
          table -> clouds.clouds.stream().map(cloud -> cloud.tables.get(table)).toList());
  private KeyFile file;
  private CloudAdmins admins;
  private TableKeysChange change;

  @BeforeEach
  void makeAKey() throws IOException {
    file = KeyFile.create(folder.resolve("key"));
    conf.set(ClientKeys.KEY_FILE, folder.resolve("key").toString());
    admins = clouds.admins(conf);
    change = new TableKeysChange(admins, catalogue, file);
  }

  @AfterEach
  void stop() {
    clouds.close();
  }

  private void create(TableDescriptor declared) throws IOException {
    new TableCreation(admins, (cloud, table) -> {})
        .create(declared, (cloud, inner) -> admins.on(cloud).createTable(inner));
  }

  private List<String> stored() {
    return clouds.clouds.stream()
        .map(cloud -> cloud.tables.get(NAME).getValue("dartagnan.keys"))
        .toList();
  }

  @Test
  void aTableIsMadeWithKeysThatItsApplicationDoesNotSee() throws IOException {
    create(TAGGED);

    assertThat(stored()).doesNotContainNull();
    assertThat(stored().stream().distinct()).hasSize(1);
    assertThat(stored().get(0)).contains(":" + file.id() + ":");
    assertThat(change.of(NAME).newest()).isEqualTo(1);
    assertThat(InnerDescriptor.declared(clouds.clouds.get(0).tables.get(NAME))).isEqualTo(TAGGED);
  }

  /** As where an application copies the descriptor of another table. */
  @Test
  void keysThatAnApplicationDeclaresAreNotTheTables() throws IOException {
    String others = TableKeys.create().encrypt(file);
    create(TableDescriptorBuilder.newBuilder(TAGGED).setValue("dartagnan.keys", others).build());

    assertThat(stored()).doesNotContain(others);
  }

  @Test
  void aClientWithoutAKeyMakesNoSuchTable() {
    admins = clouds.admins();

    assertThatThrownBy(() -> create(TAGGED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the schema of table t cannot be used: its tags or sealed columns need keys, and this client has none; make a"
                + " file with 'dartagnan keys create FILE', and set dartagnan.client.key.file to it");
    assertThat(clouds.clouds).allMatch(cloud -> cloud.changes.isEmpty());
  }

  @Test
  void keysStayWhateverElseIsDeclared() throws IOException {
    create(TAGGED);
    List<String> before = stored();
    new SchemaChange(admins, catalogue, ConfiguredSchemas.of(conf))
        .modifyTable(
            TableDescriptorBuilder.newBuilder(TAGGED)
                .setValue("dartagnan.column.f:more", "replicated int64")
                .build());

    assertThat(clouds.clouds.get(2).tables.get(NAME).getValue("dartagnan.column.f:more"))
        .isEqualTo("replicated int64");
    assertThat(stored()).isEqualTo(before);
  }

  @Test
  void tagsAreNeitherTakenFromValuesNorGivenToThoseThatAreThere() throws IOException {
    create(TAGGED);
    TableDescriptor untagged =
        TableDescriptorBuilder.newBuilder(TAGGED).setValue("dartagnan.tag", null).build();
    SchemaChange schemas = new SchemaChange(admins, catalogue, ConfiguredSchemas.of(conf));

    assertThatThrownBy(() -> schemas.modifyTable(untagged))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "f:rn is 'replicated int64 with tags' and would be 'replicated int64'");
    clouds.clouds.forEach(cloud -> cloud.tables.clear());
    create(untagged);
    assertThatThrownBy(() -> schemas.modifyTable(TAGGED))
        .hasMessageContaining(
            "f:rn is 'replicated int64' and would be 'replicated int64 with tags'");
  }

  @Test
  void rotationGivesAllCloudsOneKeyMore() throws IOException {
    create(TAGGED);
    TableKeys before = change.of(NAME);

    assertThat(change.rotate(NAME).newest()).isEqualTo(2);
    assertThat(stored().stream().distinct()).hasSize(1);
    assertThat(change.of(NAME).describe()).containsAll(before.describe()).hasSize(2);
  }

  @Test
  void aRotationThatEndedHalfWayIsFinishedByTheNext() throws IOException {
    create(TAGGED);
    clouds.clouds.get(1).failing.add("modifyTable");
    assertThatThrownBy(() -> change.rotate(NAME))
        .hasMessageContaining("cloud 1 failed")
        .hasMessageContaining("call the command again to finish it");
    assertThat(stored().stream().distinct()).hasSize(2);
    clouds.clouds.get(1).failing.clear();

    assertThat(change.rotate(NAME).newest()).as("no third key").isEqualTo(2);
    assertThat(stored().stream().distinct()).hasSize(1);
  }

  private void show(int cloud, String keys) {
    clouds
        .clouds
        .get(cloud)
        .tables
        .compute(NAME, (name, was) -> InnerDescriptor.withKeys(was, keys));
  }

  /** HBase compares nothing when a descriptor is changed. */
  @Test
  void aChangeBetweenIsNotOverwritten() throws IOException {
    create(TAGGED);
    TableKeys used = change.rotate(NAME);
    String others = used.rotate().encrypt(file);
    clouds.clouds.get(0).afterReading.add(() -> show(0, others));

    assertThatThrownBy(() -> change.rotate(NAME))
        .hasMessageContaining("somebody else changed the keys of table t at the same time");
    assertThat(stored().get(0)).isEqualTo(others);
    assertThat(used.areWithin(change.rotate(NAME))).isTrue();
  }

  /** Keys of another table, earlier ones, none, or what is none. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void whatOneCloudShowsIsNotPutInThePlaceOfTheKeys(int liar) throws IOException {
    create(TAGGED);
    String first = stored().get(0);
    TableKeys before = change.rotate(NAME);
    String ofAnotherTable = TableKeys.create().rotate().rotate().rotate().encrypt(file);
    for (String shown : Arrays.asList(ofAnotherTable, first, null, "x", "x:" + file.id() + ":AA")) {
      show(liar, shown);

      assertThat(change.of(NAME).describe()).isEqualTo(before.describe());
      TableKeys after = change.rotate(NAME);
      assertThat(before.areWithin(after)).as("%s", shown).isTrue();
      assertThat(stored().stream().distinct()).hasSize(1);
      before = after;
    }
  }

  /** It kept a rotation that ended half-way, hid it, and shows it after another. */
  @Test
  void aHalfDoneRotationThatComesBackTakesNoKeysPlace() throws IOException {
    create(TAGGED);
    String first = stored().get(0);
    List.of(1, 2).forEach(cloud -> clouds.clouds.get(cloud).failing.add("modifyTable"));
    assertThatThrownBy(() -> change.rotate(NAME)).hasMessageContaining("cloud 1 failed");
    List.of(1, 2).forEach(cloud -> clouds.clouds.get(cloud).failing.clear());
    String hidden = stored().get(0);
    show(0, first);
    TableKeys used = change.rotate(NAME);
    show(0, hidden);

    assertThat(used.areWithin(change.of(NAME))).isTrue();
    assertThat(used.areWithin(change.rotate(NAME))).isTrue();
    assertThat(used.areWithin(change.of(NAME))).isTrue();
  }

  @Test
  void keysThatDoNotBelongTogetherAreRefused() throws IOException {
    create(TAGGED);
    show(0, TableKeys.create().encrypt(file));
    show(1, TableKeys.create().encrypt(file));

    assertThatThrownBy(() -> change.rotate(NAME))
        .hasMessageContaining("no two clouds have the same keys of table t");
  }

  @Test
  void aTableThatLacksItsKeysOnAllCloudsGetsSome() throws IOException {
    create(TAGGED);
    List.of(0, 1, 2).forEach(cloud -> show(cloud, null));

    assertThat(change.rotate(NAME).newest()).isEqualTo(1);
    assertThat(stored().stream().distinct()).hasSize(1).doesNotContainNull();
  }

  /** Its columns were plain, so that nothing of it lacks a tag. */
  @Test
  void aTableThatGetsTagsLaterGetsKeysToo() throws IOException {
    TableDescriptor plain =
        TableDescriptorBuilder.newBuilder(NAME)
            .setColumnFamily(TAGGED.getColumnFamilies()[0])
            .setValue("dartagnan.column.f:p", "plain")
            .build();
    create(plain);
    new SchemaChange(admins, catalogue, ConfiguredSchemas.of(conf)).modifyTable(TAGGED);

    assertThat(stored().stream().distinct()).hasSize(1).doesNotContainNull();
    assertThat(change.of(NAME).newest()).isEqualTo(1);
  }

  /** A digest that is carried by writes: regions refuse what was tagged under other keys. */
  @Test
  void theDigestSaysOfWhichKeysTheTagsAre() throws IOException {
    create(TAGGED);
    long digest = TableSchema.of(clouds.clouds.get(0).tables.get(NAME)).digest();
    change.rotate(NAME);
    assertThat(TableSchema.of(clouds.clouds.get(0).tables.get(NAME)).digest()).isEqualTo(digest);
    show(0, TableKeys.create().encrypt(file));
    assertThat(TableSchema.of(clouds.clouds.get(0).tables.get(NAME)).digest()).isNotEqualTo(digest);
  }

  @Test
  void wrappedKeysAreTheSameUnderAnotherFile() throws IOException {
    create(TAGGED);
    change.rotate(NAME);
    List<String> lines = change.of(NAME).describe();
    KeyFile other = KeyFile.create(folder.resolve("other"));
    clouds.clouds.get(1).failing.add("modifyTable");
    assertThatThrownBy(() -> change.wrap(NAME, other)).hasMessageContaining("cloud 1 failed");
    clouds.clouds.get(1).failing.clear();

    assertThat(change.wrap(NAME, other).describe()).isEqualTo(lines);
    assertThat(stored()).allMatch(keys -> TableKeys.keyOf(keys).equals(other.id()));
    assertThat(new TableKeysChange(admins, catalogue, other).of(NAME).describe()).isEqualTo(lines);
    assertThatThrownBy(() -> change.of(NAME)).hasMessageContaining("under key " + other.id());
  }

  @Test
  void aTableWithoutTagsHasNoKeys() throws IOException {
    create(Tables.DECLARED);

    assertThatThrownBy(() -> change.rotate(Tables.DECLARED.getTableName()))
        .hasMessageContaining("table t has no keys");
  }
}
