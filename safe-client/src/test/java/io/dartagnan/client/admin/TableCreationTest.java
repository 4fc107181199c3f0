package io.dartagnan.client.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.cloud.CloudThreads;
import io.dartagnan.client.cloud.FanOut;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TableCreationTest {
  private final FanOut fanOut = new FanOut(CloudThreads.create(3));
  private final List<TableDescriptor> created = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    fanOut.pool().shutdownNow();
  }

  @Test
  void aProtocolSuiteThatIsInstalledReachesAllThreeClouds() throws IOException {
    for (String suite : ProtocolSuites.installed().byName().keySet()) {
      created.clear();

      create(suite);

      assertThat(created)
          .hasSize(3)
          .allSatisfy(inner -> assertThat(TableSchema.of(inner).suite()).contains(suite));
    }
  }

  @Test
  void aProtocolSuiteThatIsNotInstalledIsRefusedBeforeAnythingIsSent() {
    assertThatThrownBy(() -> create("bogdanow"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the schema of table t cannot be used: 'dartagnan.suite': protocol suite 'bogdanow' is"
                + " not installed; installed are "
                + String.join(", ", ProtocolSuites.installed().byName().keySet()));
    assertThat(created).isEmpty();
  }

  private void create(String suite) throws IOException {
    new TableCreation(
            fanOut,
            cloud -> {
              throw new AssertionError("nothing is to be undone");
            },
            30_000)
        .create(
            TableDescriptorBuilder.newBuilder(Tables.DECLARED)
                .setValue("dartagnan.suite", suite)
                .build(),
            (cloud, inner) -> created.add(inner));
  }
}
