package io.dartagnan.client.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.fixture.Tables;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdminCounterpartTest {
  private final MemoryAdmins clouds = new MemoryAdmins().with(Tables.DECLARED);
  private final Admin admin = clouds.byCloud().get(0);

  @AfterEach
  void stop() {
    clouds.close();
  }

  private Object call(String method, Class<?> type, Object argument) throws Exception {
    return AdminCounterpart.of(AsyncAdmin.class.getMethod(method, type))
        .call(admin, new Object[] {argument});
  }

  @Test
  void descriptorsOfNoTablesAreNone() throws Exception {
    assertThat(call("listTableDescriptors", List.class, List.of())).isEqualTo(List.of());
    assertThat(call("listTableDescriptors", List.class, List.of(Tables.DECLARED.getTableName())))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .hasSize(1);
  }

  @Test
  void theTimeOfACompactionThatNeverWasIsEmpty() throws Exception {
    TableName table = Tables.DECLARED.getTableName();
    assertThat(call("getLastMajorCompactionTimestamp", TableName.class, table))
        .isEqualTo(Optional.empty());
    clouds.clouds.get(0).compacted = 7;
    assertThat(call("getLastMajorCompactionTimestamp", TableName.class, table))
        .isEqualTo(Optional.of(7L));
  }
}
