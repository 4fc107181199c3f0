package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.aggregate.PrivateAggregation;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.security.access.UserPermission;
import org.apache.hadoop.security.UserGroupInformation;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * HBase's ACLs beside the coprocessors, on clouds of their own: what grants on the three clouds let
 * a client do. Users are believed, as they are without Kerberos.
 */
@Tag("long")
@Timeout(value = 15, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AccessControlIT {
  private static final int ROWS = 20;
  private static final String ACLS = AccessController.class.getName();
  private static LocalClusters clusters;

  @BeforeAll
  static void up() throws Exception {
    clusters =
        LocalClusters.up(
            System.getProperty("clusters.state", "it-state") + "-acls",
            "--set",
            "hbase.security.authorization=true",
            "--set",
            "hbase.coprocessor.master.classes=" + ACLS,
            "--set",
            "hbase.coprocessor.region.classes=" + ACLS,
            "--set",
            "hbase.coprocessor.regionserver.classes=io.dartagnan.server.MeshEndpoint," + ACLS);
  }

  @AfterAll
  static void down() {
    if (clusters != null) {
      clusters.close();
    }
  }

  /** The three clouds as somebody has them whose name is believed. */
  private static Connection as(String user) throws IOException {
    return ConnectionFactory.createConnection(
        new Configuration(clusters.client()),
        null,
        User.create(UserGroupInformation.createRemoteUser(user)));
  }

  /** A table of the clouds' own user, who may do everything. */
  private static TableName table(String name) throws IOException {
    try (Connection owner = clusters.safe()) {
      return Numbered.create(owner, name).load(ROWS).name();
    }
  }

  private static void grant(int cloud, String user, TableName table, Action... actions)
      throws IOException {
    grant(cloud, user, Permission.newBuilder(table).withActions(actions).build());
  }

  private static void grant(int cloud, String user, Permission permission) throws IOException {
    try (Connection bare = clusters.cloud(cloud);
        Admin admin = bare.getAdmin()) {
      admin.grant(new UserPermission(user, permission), false);
    }
  }

  private static void isRefused(String user, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(AccessDeniedException.class.getSimpleName(), user);
  }

  private static long count(Numbered table) throws IOException {
    return PrivateAggregation.over(table.connection())
        .count(table.name(), Numbered.where(CompareOperator.LESS, 3));
  }

  @Test
  void whoeverHasNoGrantIsRefusedByName() throws Exception {
    TableName name = table("ungranted");
    try (Connection connection = as("nobodys-friend")) {
      Numbered table = new Numbered(connection, name);
      isRefused("nobodys-friend", () -> table.read(1));
      isRefused("nobodys-friend", () -> table.write(1, 7));
      isRefused("nobodys-friend", () -> table.numbers(CompareOperator.LESS, 3));
      isRefused("nobodys-friend", () -> count(table));
      isRefused("nobodys-friend", () -> Numbered.create(connection, "another"));
    }
  }

  @Test
  void whoeverMayReadReadsFiltersAndCountsAndDoesNotWrite() throws Exception {
    TableName name = table("readable");
    for (int cloud = 0; cloud < 3; cloud++) {
      grant(cloud, "reader", name, Action.READ);
    }
    try (Connection connection = as("reader");
        Connection owner = clusters.safe()) {
      Numbered table = new Numbered(connection, name);
      assertThat(table.read(1)).isEqualTo(1);
      assertThat(table.numbers(CompareOperator.LESS, 3)).containsExactly(0L, 1L, 2L);
      assertThat(count(table)).isEqualTo(3);
      isRefused("reader", () -> table.write(1, 7));
      assertThat(new Numbered(owner, name).read(1)).isEqualTo(1);
    }
  }

  @Test
  void whoeverMayWriteAsWellDoes() throws Exception {
    TableName name = table("writable");
    for (int cloud = 0; cloud < 3; cloud++) {
      grant(cloud, "writer", name, Action.READ, Action.WRITE);
    }
    try (Connection connection = as("writer")) {
      Numbered table = new Numbered(connection, name);
      table.write(1, 1_000);
      assertThat(table.read(1)).isEqualTo(1_000);
      assertThat(table.numbers(CompareOperator.LESS, 3)).containsExactly(0L, 2L);
    }
  }

  /** Each cloud judges for itself, and an operation needs all three. */
  @Test
  void aGrantThatOneCloudLacksIsMissed() throws Exception {
    TableName name = table("halfGranted");
    grant(0, "halfway", name, Action.READ, Action.WRITE);
    grant(2, "halfway", name, Action.READ, Action.WRITE);
    try (Connection connection = as("halfway");
        Connection owner = clusters.safe()) {
      Numbered table = new Numbered(connection, name);
      for (ThrowingCallable call :
          new ThrowingCallable[] {
            () -> table.read(1),
            () -> table.write(1, 7),
            () -> table.numbers(CompareOperator.LESS, 3),
            () -> count(table)
          }) {
        isRefused("halfway", call);
        assertThatThrownBy(call).hasMessageContaining("cloud 1");
      }
      assertThat(new Numbered(owner, name).read(1)).isEqualTo(1);
    }
  }

  /** A grant of the plain column alone, on all clouds. */
  @Test
  void aGrantOfOneColumnGivesNoOther() throws Exception {
    TableName name = table("oneColumn");
    for (int cloud = 0; cloud < 3; cloud++) {
      grant(
          cloud,
          "columnist",
          Permission.newBuilder(name)
              .withFamily(Numbered.FAMILY)
              .withQualifier(Numbered.PLAIN)
              .withActions(Action.READ)
              .build());
    }
    try (Connection connection = as("columnist")) {
      Numbered table = new Numbered(connection, name);
      // The second time the clouds have had the chance to keep shares in memory.
      for (int asked = 0; asked < 2; asked++) {
        assertThat(table.find(1)).isEmpty();
        assertThat(table.numbers(CompareOperator.LESS, 3)).isEmpty();
        isRefused("columnist", () -> count(table));
      }
    }
  }
}
