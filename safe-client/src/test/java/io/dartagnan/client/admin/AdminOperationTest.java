package io.dartagnan.client.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BalanceRequest;
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
  void methodsThatReturnAFutureAreServedAsThoseThatWait() throws NoSuchMethodException {
    assertThat(AdminOperation.waiting(method("createTableAsync", TableDescriptor.class)))
        .contains(method("createTable", TableDescriptor.class));
    assertThat(AdminOperation.waiting(method("splitRegionAsync", byte[].class))).isEmpty();
    assertThat(AdminOperation.waiting(method("createTable", TableDescriptor.class))).isEmpty();
  }

  @Test
  void methodsThatAreRefusedSayWhy() throws NoSuchMethodException {
    assertThatThrownBy(() -> AdminOperation.of(method("removeReplicationPeer", String.class)))
        .hasMessageContaining("where shares are copied to");
    assertThatThrownBy(() -> AdminOperation.of(method("flushRegion", byte[].class)))
        .hasMessageContaining("use the method that takes the table");
    assertThatThrownBy(() -> AdminOperation.of(method("balance", BalanceRequest.class)))
        .as("its answer is not yes or no")
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void retryOfADeleteThatFailedHalfWayMayFindTheTableGone() {
    String delete = "deleteTable";

    assertThat(RepeatableChange.isDoneBefore(delete, new TableNotFoundException("t"))).isTrue();
    assertThat(RepeatableChange.isDoneBefore(delete, new DoNotRetryIOException("t"))).isFalse();
  }

  @Test
  void aDisableMayFindTheTableGoneOnOneCloudAndDisabledOnAnother() {
    String disable = "disableTable";
    Exception gone = new TableNotFoundException("t");
    Exception disabled = new TableNotEnabledException("t");

    assertThat(RepeatableChange.isHalfDone(disable, List.of(gone, disabled, disabled))).isTrue();
    assertThat(RepeatableChange.isHalfDone(disable, List.of(gone, gone, gone)))
        .as("there is no such table")
        .isFalse();
    assertThat(RepeatableChange.isHalfDone(disable, List.of(disabled, disabled, disabled)))
        .as("it was disabled")
        .isFalse();
    assertThat(
            RepeatableChange.isHalfDone(
                disable, List.of(gone, disabled, new DoNotRetryIOException("t"))))
        .isFalse();
  }

  private static Method method(String name, Class<?>... parameters) throws NoSuchMethodException {
    return Admin.class.getMethod(name, parameters);
  }
}
