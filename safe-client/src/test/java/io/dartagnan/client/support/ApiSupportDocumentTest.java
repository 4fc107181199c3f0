package io.dartagnan.client.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.support.ApiSupport.Entry;
import io.dartagnan.client.support.ApiSupport.State;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The table of methods is generated; {@code -Ddartagnan.docs.write=true} rewrites it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class ApiSupportDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "compatibility.md");
  private static final String REWRITE =
      "./mvnw -pl safe-client -am test -Dtest=ApiSupportDocumentTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Ddartagnan.docs.write=true";

  private List<Entry> entries;

  @BeforeAll
  void tryEveryMethod() throws Exception {
    entries = ApiSupport.entries();
  }

  @Test
  void theDocumentSaysWhatTheClientDoes() throws IOException {
    String document = Files.readString(DOCUMENT);
    String generated = ApiSupportDocument.rewrite(document, entries);
    if (Boolean.getBoolean("dartagnan.docs.write")) {
      Files.writeString(DOCUMENT, generated);
    }
    assertThat(Files.readString(DOCUMENT))
        .as("the table of methods is generated; rewrite it with\n%s", REWRITE)
        .isEqualTo(generated);
  }

  @Test
  void everyMethodIsClassifiedAndEveryRefusalHasAReason() {
    for (Class<?> type :
        List.of(
            Connection.class,
            Table.class,
            Admin.class,
            AsyncConnection.class,
            AsyncTable.class,
            AsyncAdmin.class,
            AsyncBufferedMutator.class,
            AsyncTableRegionLocator.class)) {
      assertThat(entries.stream().filter(entry -> entry.type() == type).map(Entry::method))
          .containsExactlyInAnyOrderElementsOf(ApiSupport.methods(type));
    }
    assertThat(entries)
        .filteredOn(entry -> entry.state() == State.REFUSED)
        .allMatch(entry -> entry.note().length() > 10);
  }

  @Test
  void whatIsSaidToBePassedThroughIsThereAndNotRefused() {
    assertThat(
            entries.stream()
                .filter(entry -> entry.state() == State.PASSED)
                .map(entry -> entry.type().getSimpleName() + "." + entry.method().getName()))
        .containsAll(ApiSupport.PASSED.keySet());
  }

  /** Each by trying it: a future comes, is completed, and is refused as the table says or not. */
  @Test
  void everyMethodOfAsyncAdminDoesWhatItIsClassifiedAs() throws Exception {
    Map<Method, Optional<String>> tried = ApiSupport.triedAsyncAdmin();

    assertThat(tried).hasSizeGreaterThan(150);
    for (Entry entry : entries) {
      if (entry.type() == AsyncAdmin.class) {
        assertThat(tried.get(entry.method()))
            .as(ApiSupport.signature(entry.method()))
            .isEqualTo(
                entry.state() == State.REFUSED ? Optional.of(entry.note()) : Optional.empty());
      }
    }
  }

  @Test
  void methodsAreTriedAndNotJudgedByTheirNames() {
    assertThat(state(Connection.class, "getHbck()")).isEqualTo(State.REFUSED);
    assertThat(state(Connection.class, "getAdmin()")).isEqualTo(State.SUPPORTED);
    assertThat(state(Table.class, "batchCallback(List, Object[], Callback)"))
        .isEqualTo(State.REFUSED);
    assertThat(state(AsyncTable.class, "coprocessorService(Function, ServiceCaller, byte[])"))
        .isEqualTo(State.REFUSED);
    assertThat(state(AsyncTable.class, "get(Get)")).isEqualTo(State.SUPPORTED);
    assertThat(state(AsyncAdmin.class, "mergeRegions(List, boolean)")).isEqualTo(State.REFUSED);
    assertThat(state(AsyncAdmin.class, "mergeSwitch(boolean)")).isEqualTo(State.SUPPORTED);
    assertThat(state(Scan.class, "setRaw(boolean)")).isEqualTo(State.REFUSED);
    assertThat(state(Scan.class, "setScanMetricsEnabled(boolean)")).isEqualTo(State.SUPPORTED);
    assertThat(state(Delete.class, "setACL(String, Permission)")).isEqualTo(State.REFUSED);
  }

  @Test
  void aDocumentWithoutAPlaceForTheTableIsRefused() {
    assertThatThrownBy(() -> ApiSupportDocument.rewrite("text", entries))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ApiSupportDocument");
  }

  private State state(Class<?> type, String signature) {
    return entries.stream()
        .filter(entry -> entry.type() == type)
        .filter(entry -> ApiSupport.signature(entry.method()).equals(signature))
        .findFirst()
        .orElseThrow()
        .state();
  }
}
