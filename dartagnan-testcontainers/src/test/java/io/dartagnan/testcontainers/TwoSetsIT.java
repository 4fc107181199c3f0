package io.dartagnan.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;
import org.testcontainers.lifecycle.Startables;

/** Sets side by side, which know nothing of each other and leave nothing. */
class TwoSetsIT {

  @Test
  void eachHasTablesAndKeysOfItsOwnAndNothingIsLeft() throws IOException {
    Remains remains = new Remains();
    try (DartagnanContainers one = new DartagnanContainers().withHeap("384m");
        DartagnanContainers other = new DartagnanContainers().withHeap("384m")) {
      Startables.deepStart(one, other).join();
      remains.watch(one);
      remains.watch(other);
      try (Connection first = one.connect();
          Connection second = other.connect()) {
        Appointments.create(first, "ours").put("a", "Oncology", 1);
        Appointments.create(second, "ours").put("a", "Surgery", 2);
        assertThat(Appointments.in(first, "ours").ofType("Oncology")).containsExactly("a");
        assertThat(Appointments.in(second, "ours").get("a")).isEqualTo("Surgery 2");
      }
      Configuration stranger = withStoresOf(one.configuration(), other.configuration());
      assertThatThrownBy(
              () -> {
                try (Connection hbase = ConnectionFactory.createConnection(stranger)) {
                  Appointments.in(hbase, "ours").get("a");
                }
              })
          .isInstanceOf(IOException.class);

      one.pauseCloud(1);
      one.stop();
      one.start();
      try (Connection hbase = one.connect();
          Admin admin = hbase.getAdmin()) {
        assertThat(admin.listTableNames()).isEmpty();
      }
    }
    remains.assertNone();
  }

  private static Configuration withStoresOf(Configuration clouds, Configuration stores) {
    for (int cloud = 0; cloud < 3; cloud++) {
      for (String key : List.of("keystore.location", "keystore.password")) {
        String whole = "dartagnan.party." + cloud + ".hbase.rpc.tls." + key;
        clouds.set(whole, stores.get(whole));
      }
    }
    return clouds;
  }
}
