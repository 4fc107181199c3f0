package io.dartagnan.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

class AdminOperationTest {

  @Test
  void everyMethodOfAdminIsServedOrRefusedByName() {
    for (Method method : Admin.class.getMethods()) {
      try {
        assertThat(AdminOperation.of(method)).isNotNull();
      } catch (UnsupportedOperationException e) {
        assertThat(e).hasMessageStartingWith("Admin." + method.getName() + " is not supported yet");
      }
    }
  }

  @Test
  void methodsThatDealInAnotherDescriptorOrReturnAtOnceAreRefusedWithTheOneToUse()
      throws NoSuchMethodException {
    assertThatThrownBy(() -> AdminOperation.of(method("listTables")))
        .hasMessageContaining("use the method that deals in TableDescriptor");
    assertThatThrownBy(() -> AdminOperation.of(method("createTableAsync", TableDescriptor.class)))
        .hasMessageContaining("use the method without Async");
    assertThat(AdminOperation.of(method("listTableDescriptors", Pattern.class)))
        .isEqualTo(AdminOperation.DESCRIBE);
    assertThat(
            Arrays.stream(Admin.class.getMethods())
                .filter(each -> each.getName().equals("createTable"))
                .map(AdminOperation::of))
        .hasSizeGreaterThan(2)
        .containsOnly(AdminOperation.CREATE_TABLE);
  }

  @Test
  void retryOfADeleteThatFailedHalfWayMayFindTheTableGone() throws NoSuchMethodException {
    Method delete = method("deleteTable", TableName.class);

    assertThat(AdminOperation.isDoneBefore(delete, new TableNotFoundException("t"))).isTrue();
    assertThat(AdminOperation.isDoneBefore(delete, new DoNotRetryIOException("t"))).isFalse();
  }

  @Test
  void disagreementNamesTheCloudThatDiffers() throws Exception {
    assertThat(Agreement.on("q", List.of(1, 1, 1), answer -> answer)).isEqualTo(1);
    assertThatThrownBy(() -> Agreement.on("tableExists[t]", List.of(true, false, true), a -> a))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessage(
            "cloud 1 differs from the two others on tableExists[t]: false there, true on them");
    assertThatThrownBy(() -> Agreement.on("q", List.of(1, 2, 3), a -> a))
        .hasMessage("the three clouds differ on q: [1, 2, 3]");
  }

  @Test
  void schemaThatDiffersOnOneCloudIsRefusedNamingTheDeclaration() {
    TableDescriptor other =
        TableDescriptorBuilder.newBuilder(Tables.DECLARED)
            .setValue("dartagnan.column.f:n", "plain")
            .build();
    ProtectedTables tables =
        new ProtectedTables(name -> List.of(Tables.DECLARED, Tables.DECLARED, other));

    assertThatThrownBy(() -> tables.get(TableName.valueOf("t")))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessage(
            "cloud 2 differs from the two others on 'dartagnan.column.f:n' of table t: plain there,"
                + " additive int64 on them");
  }

  @Test
  void schemaIsAskedForOnceUntilItIsForgotten() throws Exception {
    int[] asked = {0};
    ProtectedTables tables =
        new ProtectedTables(
            name -> {
              asked[0]++;
              return List.of(Tables.DECLARED, Tables.DECLARED, Tables.DECLARED);
            });
    TableName name = TableName.valueOf("t");

    tables.get(name);
    tables.get(name);
    assertThat(asked[0]).isEqualTo(1);
    tables.forget(name);
    tables.get(name);
    assertThat(asked[0]).isEqualTo(2);
  }

  private static Method method(String name, Class<?>... parameters) throws NoSuchMethodException {
    return Admin.class.getMethod(name, parameters);
  }
}
