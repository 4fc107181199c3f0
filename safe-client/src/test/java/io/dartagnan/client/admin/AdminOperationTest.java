package io.dartagnan.client.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;
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
  void aDisableMayFindTheTableGoneOnOneCloudAndDisabledOnAnother() throws NoSuchMethodException {
    Method disable = method("disableTable", TableName.class);
    Exception gone = new TableNotFoundException("t");
    Exception disabled = new TableNotEnabledException("t");

    assertThat(AdminOperation.isHalfDone(disable, List.of(gone, disabled, disabled))).isTrue();
    assertThat(AdminOperation.isHalfDone(disable, List.of(gone, gone, gone)))
        .as("there is no such table")
        .isFalse();
    assertThat(AdminOperation.isHalfDone(disable, List.of(disabled, disabled, disabled)))
        .as("it was disabled")
        .isFalse();
    assertThat(
            AdminOperation.isHalfDone(
                disable, List.of(gone, disabled, new DoNotRetryIOException("t"))))
        .isFalse();
  }

  private static Method method(String name, Class<?>... parameters) throws NoSuchMethodException {
    return Admin.class.getMethod(name, parameters);
  }
}
